extension RequestHead {
  /// The path cut at its slashes, each part decoded once: an escaped slash is in a part, and separates none.
  ///
  /// Nothing is resolved: `..`, `.` and empty parts are there as they were sent. Empty when the target is `*`.
  package var pathSegments: [String] {
    guard buffer.view(buffer.rawPath).first == ASCII.slash else { return [] }
    let parts = buffer.view(buffer.rawPath).dropFirst().split(
      separator: ASCII.slash, omittingEmptySubsequences: false)
    return parts.map { Self.decoded(UnsafeRawBufferPointer(rebasing: $0)) }
  }

  /// The whole path was decoded before without a fault, and no part of it can fail alone.
  private static func decoded(_ part: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: part.count) { room in
      room.baseAddress.flatMap { PercentDecoder.decode(part, plusIsSpace: false, into: $0) } ?? 0
    }
  }
}
