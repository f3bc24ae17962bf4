/// What a device asks the simulated network for.
struct DeviceRequest: Hashable {
  /// Path and query as they were sent.
  let target: String
  /// The byte that it wants first.
  let offset: UInt64

  /// The path alone.
  var path: Substring { target.prefix { $0 != "?" } }

  /// Reads the lines of a head; nil for anything but a GET.
  init?(_ head: [String]) {
    let words = head.first?.split(separator: " ") ?? []
    guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/") else { return nil }
    target = String(words[1])
    offset = head.lazy.compactMap(Self.offset).first ?? 0
  }

  private static func offset(of line: String) -> UInt64? {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "range" else { return nil }
    let range = parts[1].drop { $0 == " " }
    guard range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
    return UInt64(range.dropFirst(6).dropLast())
  }
}
