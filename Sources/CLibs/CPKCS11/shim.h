#pragma once
// Only the standard's declarations. The library that p11-kit has beside them is not linked: modules are loaded by path.
#include <p11-kit-1/p11-kit/pkcs11.h>
