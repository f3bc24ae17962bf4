/// A count in a state file. What is read must be one that this installer can have written, so that a damaged file shows
/// itself as one; and counting stops at the largest.
@propertyWrapper struct Counted: Hashable, Codable {
  private static let range = 0...1_000_000_000

  private var count: Int

  var wrappedValue: Int {
    get { count }
    set { count = min(max(newValue, Self.range.lowerBound), Self.range.upperBound) }
  }

  init(wrappedValue: Int) {
    count = 0
    self.wrappedValue = wrappedValue
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    count = try container.decode(Int.self)
    guard Self.range.contains(count) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(count) is no count")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}
