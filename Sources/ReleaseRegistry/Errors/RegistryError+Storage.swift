import ReleaseModel
import ReleaseTrust

extension RegistryError {
  /// What a failing storage call means; the one place that turns SQLite's errors into coded ones.
  init(storage error: any Error) {
    switch error {
    case let error as RegistryError: self = error
    case let error as SQLiteError: self = error.registryError
    case let error as TrustError: self.init(error)
    default: self.init(.internalError, "the registry failed; its log says why", cause: error)
    }
  }

  /// What is wrong with metadata, under the code that it has everywhere.
  init(_ error: TrustError) {
    self.init(ProblemCode(error.code.rawValue), error.message, cause: error.cause)
  }
}
