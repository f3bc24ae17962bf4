import HTTPServer

extension CommandError {
  /// A server that could not start.
  init(_ error: HTTPServerError) {
    let status: ExitStatus =
      switch error.code {
      case .invalidAddress, .invalidConfiguration: .usage
      case .addressInUse, .addressForbidden, .invalidCertificate, .outOfResources, .fileUnreadable,
        .libraryUnusable:
        .failed
      }
    self.init(status, error.code.rawValue, error.message)
  }
}
