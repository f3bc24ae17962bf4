/// Why a message of the page was not done, as the page gets to see it.
struct BridgeError: Error, Hashable {
  /// For a program: one of `Code`, or a code of the installer.
  let code: String
  /// Which thing, and what to do next.
  let message: String
  /// Whether the same message may succeed later without anybody changing anything.
  let isRetryable: Bool

  /// The codes of the bridge itself.
  enum Code: String, CaseIterable {
    /// The message is longer than any of the set.
    case messageTooLarge = "message_too_large"
    /// It is not the JSON of a message.
    case malformedMessage = "malformed_message"
    /// There is no message of this type.
    case unknownType = "unknown_type"
    /// The parameters are not those of the type.
    case invalidParameters = "invalid_params"
  }

  init(_ code: Code, _ message: String) {
    self.init(code.rawValue, message, isRetryable: false)
  }

  init(_ code: String, _ message: String, isRetryable: Bool) {
    self.code = code
    self.message = message
    self.isRetryable = isRetryable
  }

  init(_ error: InstallerError) {
    self.init(error.code.rawValue, error.message, isRetryable: error.isRetryable)
  }
}
