/// Why a server could not start, stop or read what it was configured with.
package struct HTTPServerError: Error, Sendable, Hashable {
  /// What went wrong, for a program.
  package enum Code: String, Sendable {
    /// The address is not an IP address, or nobody may listen there.
    case invalidAddress = "invalid_address"
    /// Another process listens on the address and port.
    case addressInUse = "address_in_use"
    /// The port may not be used by this user.
    case addressForbidden = "address_forbidden"
    /// The certificate or its key cannot be read, or they do not belong together.
    case invalidCertificate = "invalid_certificate"
    /// A limit or a number of threads makes no sense.
    case invalidConfiguration = "invalid_configuration"
    /// The system has no threads, memory or descriptors left.
    case outOfResources = "out_of_resources"
    /// A file to send cannot be opened.
    case fileUnreadable = "file_unreadable"
    /// libmicrohttpd is not installed, or not the one that this program knows.
    case libraryUnusable = "library_unusable"
  }

  /// What went wrong, for a program.
  package let code: Code
  /// Which thing is concerned, and what to do.
  package let message: String
  /// The system's error number, when the system refused.
  package let cause: Int32?

  init(_ code: Code, _ message: String, cause: Int32? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension HTTPServerError: CustomStringConvertible {
  package var description: String { message }
}
