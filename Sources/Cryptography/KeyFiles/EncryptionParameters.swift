import COpenSSL

/// How an encrypted key file says that it is encrypted: PBES2 (RFC 8018) with scrypt (RFC 7914) and AES-256-CBC.
enum EncryptionParameters {
  /// Checks a file's parameters before any work is done with them.
  ///
  /// Throws `unsupported_key` for anything but scrypt and AES-256-CBC, `malformed_key` for what cannot be
  /// decoded, and `key_cost_refused` for work that nobody should be made to do.
  static func check(_ algorithm: UnsafePointer<X509_ALGOR>?) throws(CryptographyError) {
    guard kind(of: algorithm) == NID_pbes2 else { throw unsupported("not with PBES2") }
    guard let parameters = decode(algorithm, d2i_PBE2PARAM) else { throw malformed() }
    defer { PBE2PARAM_free(parameters) }
    guard kind(of: parameters.pointee.keyfunc) == NID_id_scrypt else { throw unsupported("not with scrypt") }
    guard kind(of: parameters.pointee.encryption) == NID_aes_256_cbc else {
      throw unsupported("not with AES-256-CBC")
    }
    guard let scrypt = decode(parameters.pointee.keyfunc, d2i_SCRYPT_PARAMS) else { throw malformed() }
    defer { SCRYPT_PARAMS_free(scrypt) }
    _ = try ScryptCost(
      work: number(scrypt.pointee.costParameter), blockSize: number(scrypt.pointee.blockSize),
      parallelism: number(scrypt.pointee.parallelizationParameter))
  }

  /// Parameters for a new file, with a salt and an initialisation vector of their own. The caller frees them.
  static func make(_ cost: ScryptCost) throws(CryptographyError) -> UnsafeMutablePointer<X509_ALGOR> {
    var salt = try randomBytes(count: 16)
    guard
      let algorithm = PKCS5_pbe2_set_scrypt(
        EVP_aes_256_cbc(), &salt, Int32(salt.count), nil, cost.work, cost.blockSize, cost.parallelism)
    else { throw CryptographyError.library("prepare to encrypt a key") }
    return algorithm
  }

  private static func kind(of algorithm: UnsafePointer<X509_ALGOR>?) -> Int32 {
    algorithm.map { OBJ_obj2nid($0.pointee.algorithm) } ?? NID_undef
  }

  /// The algorithm's parameters, which have to be one SEQUENCE with nothing after it.
  private static func decode<Value>(
    _ algorithm: UnsafePointer<X509_ALGOR>?,
    _ decoder: (
      UnsafeMutablePointer<UnsafeMutablePointer<Value>?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int
    ) -> UnsafeMutablePointer<Value>?
  ) -> UnsafeMutablePointer<Value>? {
    var kind: Int32 = V_ASN1_UNDEF
    var value: UnsafeRawPointer?
    X509_ALGOR_get0(nil, &kind, &value, algorithm)
    guard kind == V_ASN1_SEQUENCE, let value else { return nil }
    let sequence = value.assumingMemoryBound(to: ASN1_STRING.self)
    var position = ASN1_STRING_get0_data(sequence)
    return decoder(nil, &position, Int(ASN1_STRING_length(sequence)))
  }

  private static func number(
    _ integer: UnsafePointer<ASN1_INTEGER>?
  ) throws(CryptographyError) -> UInt64 {
    var value: UInt64 = 0
    guard ASN1_INTEGER_get_uint64(&value, integer) == 1 else { throw malformed() }
    return value
  }

  private static func unsupported(_ how: String) -> CryptographyError {
    CryptographyError(
      .unsupportedKey,
      "this key is encrypted, but \(how); convert it with 'openssl pkcs8 -topk8 -scrypt -v2 aes-256-cbc'")
  }

  private static func malformed() -> CryptographyError {
    CryptographyError(
      .malformedKey, "the parameters of this encrypted key cannot be read; the file is damaged")
  }
}
