/// The paths without parameters, found by their bytes without making text of them.
struct LiteralPaths: Sendable {
  private var entries: [(path: [UInt8], resource: Int)] = []

  mutating func add(_ path: [UInt8], resource: Int) { entries.append((path, resource)) }

  /// The resource that was added for exactly this path.
  func resource(at path: UnsafeRawBufferPointer) -> Int? {
    for entry in entries where entry.path.count == path.count {
      if path.elementsEqual(entry.path) { return entry.resource }
    }
    return nil
  }
}
