import Cryptography
import HTTPClient
import HTTPServer
import ReleaseBundle
import ReleaseModel
import ReleaseRegistry
import ReleaseTrust
import TokenSigning
import WrapperInstaller
import WrapperSimulation

extension CommandError {
  /// Whatever a command threw, as an error with a code; the one place that gives errors of other targets
  /// their exit status.
  init(reporting error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as InvalidValue: self.init(.usage, "invalid_value", error.message)
    case let error as ModelError: self.init(.usage, error.code.rawValue, error.message)
    case let error as FieldErrors: self.init(error)
    case let error as BundleError: self.init(error)
    case let error as HTTPClientError: self.init(error)
    case let error as HTTPServerError: self.init(error)
    case let error as RegistryError: self.init(error)
    case let error as InstallerError: self.init(error)
    case let error as SimulationError: self.init(error)
    case let error as TrustError: self.init(error)
    case let error as CryptographyError: self.init(error)
    case let error as TokenError: self.init(error)
    default:
      self.init(
        .failed, "unexpected_error", "something went wrong that relctl has no better words for: \(error)",
        hint: "please report this, with the command line that led to it")
    }
  }
}

extension CommandError {
  /// Input that breaks rules of the model, all of them named.
  init(_ error: FieldErrors) {
    let details = error.errors.map { Detail(field: $0.field, code: $0.code.rawValue, detail: $0.detail) }
    if details.count == 1, let only = details.first {
      self.init(.usage, only.code, "\(only.field): \(only.detail)")
    } else {
      self.init(.usage, "invalid_request", "\(details.count) values are refused", details: details)
    }
  }
}
