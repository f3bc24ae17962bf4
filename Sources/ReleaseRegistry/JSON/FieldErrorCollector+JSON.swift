import ReleaseModel

/// What is asked of the members of every object that a client sends, at whatever depth.
extension FieldErrorCollector {
  /// Notes each member that is not `known`. `place` is the field that has the object; nil for the body itself.
  mutating func refuseUnknown(
    _ names: some Collection<String>, knowing known: Set<String>, in place: String? = nil
  ) {
    for name in names.sorted() where !known.contains(name) {
      let list = known.sorted().joined(separator: ", ")
      add(
        (place.map { "\($0)." } ?? "") + name.prefix(60), .unknownField,
        known.isEmpty ? "no fields are known here" : "the field is not known; the known ones are \(list)")
    }
  }

  /// A whole number that the store can hold; notes anything else.
  mutating func wholeNumber(_ value: JSONValue?, _ field: String, from minimum: Int64) -> Int64? {
    guard case .integer(let number)? = value, (minimum...SQLiteRow.largestNumber).contains(number) else {
      add(
        field, .invalidRequest,
        "the field must be a whole number from \(minimum) to \(SQLiteRow.largestNumber)")
      return nil
    }
    return number
  }
}
