import COpenSSL

extension KeyHandle {
  /// Reads SubjectPublicKeyInfo, and refuses what the scheme does not use and what has a second encoding.
  convenience init(spkiDER: [UInt8], scheme: SignatureScheme) throws(CryptographyError) {
    var left = 0
    let decoded = spkiDER.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      let key = d2i_PUBKEY(nil, &position, bytes.count)
      left = position.map { bytes.count - (bytes.baseAddress?.distance(to: $0) ?? 0) } ?? 0
      return key
    }
    guard let decoded else {
      throw CryptographyError(
        .malformedKey, "this is not a public key, or of a kind that OpenSSL does not know")
    }
    self.init(owning: decoded)
    guard left == 0 else {
      throw CryptographyError(.malformedKey, "\(left) bytes follow the public key; nothing may")
    }
    try withPointer { key throws(CryptographyError) in
      try Self.requireKind(of: key, scheme)
      switch scheme {
      case .ed25519:
        try Self.requirePrefix(SPKIPrefix.ed25519, of: spkiDER)
        try Ed25519Point.check(spkiDER.dropFirst(SPKIPrefix.ed25519.count))
      case .ecdsaP256SHA256: try Self.requirePrefix(SPKIPrefix.p256, of: spkiDER)
      case .rsaPSSSHA256: try Self.requireSoundRSA(key, spkiDER)
      }
    }
  }

  /// The key, or the public half of it, as SubjectPublicKeyInfo in DER.
  func publicDER() throws(CryptographyError) -> [UInt8] {
    try withPointer { key throws(CryptographyError) in try Self.publicDER(of: key) }
  }

  private static func publicDER(of key: OpaquePointer) throws(CryptographyError) -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = Int(i2d_PUBKEY(key, &start))
    defer { CRYPTO_free(start, nil, 0) }
    guard count > 0, let start else { throw CryptographyError.library("encode a public key") }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  private static func requireKind(
    of key: OpaquePointer, _ scheme: SignatureScheme
  ) throws(CryptographyError) {
    let expected =
      switch scheme {
      case .ed25519: EVP_PKEY_ED25519
      case .ecdsaP256SHA256: EVP_PKEY_EC
      case .rsaPSSSHA256: EVP_PKEY_RSA
      }
    guard EVP_PKEY_get_base_id(key) == expected else {
      throw CryptographyError(
        .unsupportedKey,
        "this is no \(scheme.title) key, but \(kind(of: key)); name the scheme that it is for")
    }
  }

  /// What OpenSSL calls this kind of key.
  static func kind(of key: OpaquePointer) -> String {
    EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "another kind"
  }

  private static func requirePrefix(_ prefix: [UInt8], of der: [UInt8]) throws(CryptographyError) {
    guard der.starts(with: prefix) else {
      throw CryptographyError(
        .unsupportedKey,
        "an elliptic-curve key has to be an uncompressed point on P-256, with the curve given by name")
    }
  }

  private static func requireSoundRSA(_ key: OpaquePointer, _ der: [UInt8]) throws(CryptographyError) {
    let bits = EVP_PKEY_get_bits(key)
    guard bits >= 2_048 else {
      throw CryptographyError(.weakKey, "this RSA key has \(bits) bits; the least is 2048")
    }
    // Beyond these two, OpenSSL refuses to verify, or a verification takes noticeable time.
    guard bits <= 8_192 else {
      throw CryptographyError(.unsupportedKey, "this RSA key has \(bits) bits; the most is 8192")
    }
    var exponent: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent) == 1 else {
      throw CryptographyError.library("read an RSA key")
    }
    defer { BN_free(exponent) }
    guard BN_is_odd(exponent) == 1, (2...64).contains(BN_num_bits(exponent)) else {
      throw CryptographyError(.weakKey, "this RSA key's exponent is not an odd number from 3 to 2^64")
    }
    guard try publicDER(of: key) == der else {
      throw CryptographyError(
        .malformedKey, "this RSA key is not in DER; write it anew with 'openssl pkey -pubin'")
    }
  }
}
