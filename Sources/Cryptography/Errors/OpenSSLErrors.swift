import COpenSSL

/// What was in this thread's OpenSSL error queue.
struct OpenSSLErrors {
  /// OpenSSL's texts, oldest first. They name functions and never hold keys or data.
  let reasons: [String]
  /// Whether one of them is that there was no memory.
  let areOutOfMemory: Bool

  /// Takes every error out of the queue.
  static func drain() -> OpenSSLErrors {
    var reasons: [String] = []
    var areOutOfMemory = false
    while true {
      let number = ERR_get_error()
      guard number != 0 else { return OpenSSLErrors(reasons: reasons, areOutOfMemory: areOutOfMemory) }
      areOutOfMemory = areOutOfMemory || copenssl_is_out_of_memory(number) != 0
      reasons.append(text(number))
    }
  }

  private static func text(_ number: UInt) -> String {
    // 256 bytes is what the manual page ERR_error_string_n(3) asks for; longer texts are cut by OpenSSL.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      ERR_error_string_n(number, buffer.baseAddress, buffer.count)
      return buffer.baseAddress.map { String(cString: $0) } ?? "error \(number)"
    }
  }
}
