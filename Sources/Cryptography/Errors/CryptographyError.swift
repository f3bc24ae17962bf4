import COpenSSL

/// A call to OpenSSL that failed, with the reasons that OpenSSL gave.
package struct CryptographyError: Error, Sendable, Hashable {
  /// What failed, for a program.
  package enum Code: String, Sendable {
    /// The system gave no random bytes.
    case randomUnavailable = "random_unavailable"
  }

  /// What failed, for a program.
  package let code: Code
  /// What failed and what to do about it, for a person.
  package let message: String
  /// OpenSSL's own reasons, oldest first. They name functions and never hold keys or data.
  package let reasons: [String]

  /// Describes the failure that was just seen, and empties this thread's OpenSSL error queue, so that a later
  /// call is not blamed for it.
  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
    self.reasons = drainOpenSSLErrors()
  }
}

extension CryptographyError: CustomStringConvertible {
  package var description: String {
    reasons.isEmpty ? message : "\(message) (\(reasons.joined(separator: "; ")))"
  }
}

/// Takes every error that OpenSSL has queued for this thread, oldest first.
func drainOpenSSLErrors() -> [String] {
  var reasons: [String] = []
  while true {
    let number = ERR_get_error()
    guard number != 0 else { return reasons }
    // 256 bytes is what the manual page ERR_error_string_n(3) asks for; longer texts are cut by OpenSSL.
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      ERR_error_string_n(number, buffer.baseAddress, buffer.count)
      return buffer.baseAddress.map { String(cString: $0) } ?? "error \(number)"
    }
    reasons.append(text)
  }
}
