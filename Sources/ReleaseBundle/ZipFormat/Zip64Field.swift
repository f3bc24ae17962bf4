/// The zip64 extra field (APPNOTE 4.5.3): the long values of those numbers of a header that have all their bits set.
enum Zip64Field {
  /// Which values the field must hold.
  enum Policy {
    /// Central directory: exactly those whose short number refers to it.
    case exactlyNeeded
    /// Local header: both sizes, always, and the same where the short number says it already.
    case everyNumber
  }

  /// Replaces each short number that refers to the field by its long value; nil when the field is missing although it
  /// is needed, is there twice, or does not hold exactly the values that it must.
  static func resolve(_ shorts: [UInt32], in fields: [ExtraField], policy: Policy) -> [UInt64]? {
    let found = fields.filter { $0.identifier == ExtraField.zip64 }
    let needed = shorts.filter { $0 == .max }.count
    guard let field = found.first else { return needed == 0 ? shorts.map(UInt64.init) : nil }
    let held = policy == .everyNumber ? shorts.count : needed
    guard found.count == 1, field.data.count == 8 * held else { return nil }
    var rest = field.data
    var values: [UInt64] = []
    for short in shorts {
      guard policy == .everyNumber || short == .max else {
        values.append(UInt64(short))
        continue
      }
      let long = rest.uint64(0)
      rest = rest.dropFirst(8)
      guard short == .max || UInt64(short) == long else { return nil }
      values.append(long)
    }
    return values
  }
}
