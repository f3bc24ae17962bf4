import Cryptography

/// Something that was not trusted, or a store that could not be read or written: a stable code for programs, a sentence
/// for people.
package struct TrustError: Error, Sendable {
  /// What is wrong, for a program.
  package let code: TrustErrorCode
  /// Which file or role is wrong, why, and what to do.
  package let message: String
  /// Where in the file; nil when it is not about one byte.
  package let byteOffset: Int?
  /// What caused it, when that is another error.
  package let cause: (any Error)?

  package init(
    _ code: TrustErrorCode, _ message: String, byteOffset: Int? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.byteOffset = byteOffset
    self.cause = cause
  }

  init(_ error: CryptographyError) {
    self.init(.cryptographyFailed, error.message, cause: error)
  }

  /// The same, said of a file.
  func naming(_ file: String) -> TrustError {
    TrustError(code, "\(file): \(message)", byteOffset: byteOffset, cause: cause)
  }
}

extension TrustError: CustomStringConvertible {
  package var description: String { message }
}
