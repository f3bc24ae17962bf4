import HTTPClient
import ReleaseBundle
import ReleaseModel

extension CommandError {
  /// Whatever a command threw, as an error with a code; the one place that gives errors of other targets
  /// their exit status.
  init(reporting error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as InvalidValue: self.init(.usage, "invalid_value", error.message)
    case let error as ModelError: self.init(.usage, error.code.rawValue, error.message)
    case let error as BundleError: self.init(error)
    case let error as HTTPClientError: self.init(error)
    default:
      self.init(
        .failed, "unexpected_error", "something went wrong that relctl has no better words for: \(error)",
        hint: "please report this, with the command line that led to it")
    }
  }
}
