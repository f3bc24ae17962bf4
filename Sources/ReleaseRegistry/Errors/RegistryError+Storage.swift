extension RegistryError {
  /// What a failing storage call means; the one place that turns SQLite's errors into coded ones.
  init(storage error: any Error) {
    switch error {
    case let error as RegistryError: self = error
    case let error as SQLiteError: self = error.registryError
    default: self.init(.internalError, "the registry failed; its log says why", cause: error)
    }
  }
}
