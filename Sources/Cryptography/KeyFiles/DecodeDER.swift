extension SecretBytes {
  /// Hands the bytes to one of OpenSSL's `d2i_…` functions for private keys, with the function that frees what it made.
  /// Throws `malformed_key` when it cannot decode them, or does not need all of them.
  borrowing func decodePrivateKey(
    _ decoder: (
      UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int
    ) -> OpaquePointer?,
    orFree free: (OpaquePointer?) -> Void
  ) throws(CryptographyError) -> OpaquePointer {
    let decoded = withUnsafeBytes { bytes -> OpaquePointer? in
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      var position = start
      guard let value = decoder(nil, &position, bytes.count) else { return nil }
      guard position == start?.advanced(by: bytes.count) else {
        free(value)
        return nil
      }
      return value
    }
    guard let decoded else {
      throw CryptographyError(.malformedKey, "this is not a private key in DER, or it is damaged")
    }
    return decoded
  }
}
