import COpenSSL

extension KeyHandle {
  /// Makes a new private key.
  convenience init(generating scheme: SignatureScheme) throws(CryptographyError) {
    let kind =
      switch scheme {
      case .ed25519: EVP_PKEY_ED25519
      case .ecdsaP256SHA256: EVP_PKEY_EC
      case .rsaPSSSHA256:
        throw CryptographyError(
          .unsupportedKey, "RSA keys are only verified here; generate an Ed25519 or an ECDSA P-256 key")
      }
    guard let context = EVP_PKEY_CTX_new_id(kind, nil) else {
      throw CryptographyError.library("generate a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      scheme != .ecdsaP256SHA256
        || EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_generate(context, &key) == 1, let key
    else { throw CryptographyError.library("generate a key") }
    self.init(owning: key)
  }

  /// Takes the key out of its PKCS #8 wrapping, which the caller still frees.
  convenience init(unwrapping plain: OpaquePointer) throws(CryptographyError) {
    guard let key = EVP_PKCS82PKEY(plain) else {
      throw CryptographyError(
        .unsupportedKey,
        "this is a private key of a kind that OpenSSL does not know, or its contents are damaged")
    }
    self.init(owning: key)
  }

  /// What a private key signs with. Throws `unsupported_key` for kinds that do not sign here, and `malformed_key`
  /// when its public half is not the one that belongs to it.
  func signingScheme() throws(CryptographyError) -> SignatureScheme {
    try withPointer { key throws(CryptographyError) in
      let scheme: SignatureScheme
      switch EVP_PKEY_get_base_id(key) {
      case EVP_PKEY_ED25519: scheme = .ed25519
      case EVP_PKEY_EC: scheme = .ecdsaP256SHA256
      default:
        throw CryptographyError(
          .unsupportedKey,
          "this is a private key for \(Self.kind(of: key)); only Ed25519 and ECDSA P-256 keys sign here")
      }
      guard let context = EVP_PKEY_CTX_new(key, nil) else { throw CryptographyError.library("check a key") }
      defer { EVP_PKEY_CTX_free(context) }
      guard EVP_PKEY_check(context) == 1 else {
        throw CryptographyError(
          .malformedKey, "the private and the public half of this key do not belong together")
      }
      return scheme
    }
  }
}
