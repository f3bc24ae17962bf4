#pragma once
#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// ERR_R_MALLOC_FAILURE is a macro of macros with shifts, which Swift does not import.
static inline int copenssl_is_out_of_memory(unsigned long error) {
  return ERR_GET_REASON(error) == ERR_R_MALLOC_FAILURE;
}
