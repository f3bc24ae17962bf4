/// A decoded name and value of the query string.
package struct QueryItem: Sendable, Hashable {
  /// The name.
  package let name: String
  /// The value; empty when there was no `=`.
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension RequestHead {
  /// Every query item in order, repeated names included. `+` means a space, as in form data.
  package var query: [QueryItem] {
    buffer.query.map { QueryItem(name: buffer.text($0.name), value: buffer.text($0.value)) }
  }

  /// The values of one query parameter, in order; more than one when it was repeated.
  package func queryValues(_ name: String) -> [String] {
    query.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
  }

  /// How many query items have this name. Costs no allocation.
  package func queryCount(_ name: StaticString) -> Int {
    var count = 0
    for item in buffer.query where isName(item.name, name) { count += 1 }
    return count
  }

  /// Calls `body` with the decoded bytes of the first query item of this name; nil when there is none.
  ///
  /// Costs no allocation. The bytes are UTF-8 and valid only inside `body`.
  package func withQueryValue<Result>(
    _ name: StaticString, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    for item in buffer.query where isName(item.name, name) { return try body(buffer.view(item.value)) }
    return nil
  }

  private func isName(_ slice: HeadBuffer.Slice, _ name: StaticString) -> Bool {
    let bytes = buffer.view(slice)
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    return bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: bytes.count))
  }
}
