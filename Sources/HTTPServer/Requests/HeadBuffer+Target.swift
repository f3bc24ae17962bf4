extension HeadBuffer {
  /// What is wrong with a target.
  enum TargetFault: Error {
    /// Malformed escapes, NUL, control characters, not UTF-8, or no path.
    case invalid
    /// More query items than `maximumQueryItems`.
    case tooManyItems
    /// An absolute URL that is not one of `http` or `https`.
    case foreignScheme
  }

  /// The most query items that a request may have.
  static let maximumQueryItems = 128

  /// Takes the target's bytes apart: path, decoded path and decoded query items.
  ///
  /// The absolute form (`http://host/path`) is understood, as RFC 9112, 3.2.2 demands, and without a path it has the path `/`;
  /// `*` has the path `*`.
  func readTarget() throws(TargetFault) {
    let raw = view(target)
    guard raw.allSatisfy({ $0 > ASCII.space && $0 != ASCII.delete && $0 != ASCII.hash }) else {
      throw .invalid
    }
    let count = raw.count
    let isOwn = raw.first == ASCII.slash || raw.elementsEqual("*".utf8)
    let start = isOwn ? 0 : try readOrigin()
    // Looked up again, because making room may have moved the bytes.
    let end = view(target)[start...].firstIndex(of: ASCII.question) ?? count
    rawPath =
      end > start
      ? Slice(start: target.start + Int32(start), count: Int32(end - start)) : append([ASCII.slash], count: 1)
    path = try decoded(rawPath, plusIsSpace: false, hasEscapes: &hasEscapedPath)
    if end < count { try readQuery(from: Int(target.start) + end + 1, to: Int(target.start) + count) }
  }

  private func readQuery(from start: Int, to end: Int) throws(TargetFault) {
    var itemStart = start
    var equals: Int?
    var index = start
    while index <= end {
      let byte = index < end ? bytes[index] : ASCII.ampersand
      if byte == ASCII.equals, equals == nil {
        equals = index
      } else if byte == ASCII.ampersand {
        if index > itemStart { try readItem(from: itemStart, equals: equals ?? index, to: index) }
        itemStart = index + 1
        equals = nil
      }
      index += 1
    }
  }

  private func readItem(from start: Int, equals: Int, to end: Int) throws(TargetFault) {
    guard query.count < Self.maximumQueryItems else { throw .tooManyItems }
    var hasEscapes = false
    let name = Slice(start: Int32(start), count: Int32(equals - start))
    let valueStart = min(equals + 1, end)
    let value = Slice(start: Int32(valueStart), count: Int32(end - valueStart))
    query.append(
      Pair(
        name: try decoded(name, plusIsSpace: true, hasEscapes: &hasEscapes),
        value: try decoded(value, plusIsSpace: true, hasEscapes: &hasEscapes)))
  }

  /// The decoded form of a slice: itself when there is nothing to decode, else a slice of new bytes.
  private func decoded(
    _ slice: Slice, plusIsSpace: Bool, hasEscapes: inout Bool
  ) throws(TargetFault) -> Slice {
    let raw = view(slice)
    var isPlain = true
    for byte in raw where byte == ASCII.percent || byte >= 0x80 || (plusIsSpace && byte == ASCII.plus) {
      isPlain = false
    }
    if isPlain { return slice }
    hasEscapes = true
    // The source is looked up again inside, because making room may move the bytes.
    let result = append(upTo: Int(slice.count)) { room in
      PercentDecoder.decode(view(slice), plusIsSpace: plusIsSpace, into: room)
    }
    guard let result else { throw .invalid }
    return result
  }
}
