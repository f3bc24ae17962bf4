import ReleaseModel

extension SemanticVersion {
  /// Reads the version of a wrapper; refuses it with `invalid_wrapper_version`.
  init(parsingWrapperVersion text: String) throws(ModelError) {
    do throws(ModelError) {
      self = try SemanticVersion(parsing: text)
    } catch {
      throw ModelError(.invalidWrapperVersion, error.message)
    }
  }
}
