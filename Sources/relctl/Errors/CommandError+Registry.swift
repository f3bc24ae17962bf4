import ReleaseModel
import ReleaseRegistry

extension CommandError {
  /// Work on a data folder that failed.
  init(_ error: RegistryError) {
    let status: ExitStatus =
      switch error.code {
      case .artifactDamaged, .databaseDamaged: .integrity
      default: .failed
      }
    self.init(
      status, error.code.rawValue, error.message,
      details: error.fieldErrors.map { Detail(field: $0.field, code: $0.code.rawValue, detail: $0.detail) })
  }
}
