import Cryptography

/// A pattern of target paths, compared byte for byte: `*` stands for any characters but `/`, `?` for one character but
/// `/`, everything else for itself.
struct PathPattern {
  private let pattern: [UInt8]

  init(_ pattern: ExactText) { self.pattern = pattern.utf8 }

  /// Whether the whole path is of this pattern. The time is at most the product of the lengths.
  func matches(_ path: ExactText) -> Bool {
    let path = path.utf8
    var place = 0
    var index = 0
    // Where to go on when what follows the last star does not fit: let the star swallow one more byte.
    var star: (place: Int, index: Int)?
    while index < path.count {
      let wanted = place < pattern.count ? pattern[place] : nil
      if wanted == UInt8(ascii: "*") {
        star = (place, index)
        place += 1
      } else if wanted == UInt8(ascii: "?"), path[index] != UInt8(ascii: "/") {
        place += 1
        index = Self.characterEnd(in: path, from: index)
      } else if let wanted, wanted == path[index] {
        place += 1
        index += 1
      } else if let last = star, path[last.index] != UInt8(ascii: "/") {
        star = (last.place, last.index + 1)
        place = last.place + 1
        index = last.index + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The first byte after the character that begins at `index`.
  private static func characterEnd(in path: [UInt8], from index: Int) -> Int {
    path[(index + 1)...].firstIndex { !UTF8.isContinuation($0) } ?? path.count
  }
}

extension DelegatedRole.Scope {
  /// Whether the role may speak of this path.
  package func covers(_ path: ExactText) -> Bool {
    switch self {
    case .paths(let patterns): return patterns.contains { PathPattern($0).matches(path) }
    case .pathHashPrefixes(let prefixes):
      let digits = Array(hexadecimal(SHA256Hasher.hash(of: path.utf8)).utf8)
      return prefixes.contains { digits.starts(with: $0.string.utf8) }
    }
  }
}
