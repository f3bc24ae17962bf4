import ReleaseModel

extension FieldErrorCollector {
  /// Throws everything that was noted.
  func check() throws(RegistryError) {
    if !errors.isEmpty { throw RegistryError(FieldErrors(errors)) }
  }

  /// The values that were read; throws everything that was noted. A value that is missing without a note is a mistake
  /// of this program.
  func check<each Value>(_ values: repeat (each Value)?) throws(RegistryError) -> (repeat each Value) {
    try check()
    return (repeat try Self.required(each values))
  }

  private static func required<Value>(_ value: Value?) throws(RegistryError) -> Value {
    guard let value else {
      throw RegistryError(.internalError, "a value is missing that nothing was noted about")
    }
    return value
  }
}
