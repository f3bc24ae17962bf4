import HTTPServer

/// The bytes that stand for a well-formed check among the remembered answers: which check, and the decoded values.
enum CheckQuestion {
  /// The most bytes that the values may have together; a longer question is not remembered.
  private static let capacity = 512

  enum Kind: UInt8 {
    case web
    case native
  }

  /// What a question about a web release asks, but for the cohort.
  struct Web: Hashable {
    let channel: String
    let wrapperVersion: String

    /// Reads a question that `with` made; nil for one of another kind.
    init?(reading question: [UInt8]) {
      guard question.first == Kind.web.rawValue else { return nil }
      let values = question.dropFirst().split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard values.count == 3 else { return nil }
      channel = String(decoding: values[0], as: UTF8.self)
      wrapperVersion = String(decoding: values[1], as: UTF8.self)
    }
  }

  /// Calls `body` with the question of a request that names every parameter in `names` exactly once; nil for any
  /// other request. Allocates nothing.
  static func with<Result>(
    _ kind: Kind, _ names: [StaticString], of head: RequestHead, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      buffer[0] = kind.rawValue
      var count = 1
      for name in names {
        guard head.queryCount(name) == 1,
          let end = head.withQueryValue(name, { append($0, to: buffer, at: count) }) ?? nil
        else { return nil }
        count = end
      }
      return body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Copies a value and a separator, which no value can hold, and gives the new end; nil when there is no room.
  private static func append(
    _ value: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer, at start: Int
  ) -> Int? {
    let end = start + value.count
    guard end < buffer.count else { return nil }
    UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end]).copyMemory(from: value)
    buffer[end] = 0
    return end + 1
  }
}
