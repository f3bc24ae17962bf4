import Cryptography

/// The roots that a store followed, from the one that it began with to the kept one: each by the SHA-256 of what is signed
/// in its file, so that who else signed it makes no difference.
///
/// As a file: a line for each, and last the SHA-256 of the lines before it, so that what was damaged counts as none.
package struct FollowedRoots: Sendable, Hashable {
  private var names: [String]

  /// A chain that begins with a root.
  package init(beginningWith root: [UInt8]) throws(TrustError) { names = [try Self.name(of: root)] }

  /// Reads a file; nil for what is none that was written like that.
  init?(reading bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    names = Array(lines.dropLast())
    guard !names.isEmpty, fileBytes == bytes else { return nil }
  }

  /// The bytes of the file.
  var fileBytes: [UInt8] {
    let lines = Self.lines(names)
    return lines + Self.lines([hexadecimal(SHA256Hasher.hash(of: lines))])
  }

  /// Whether one was followed by another.
  package var hasRotation: Bool { names.count > 1 }

  /// Whether a root is one of them.
  package func contains(_ root: [UInt8]) throws(TrustError) -> Bool {
    names.contains(try Self.name(of: root))
  }

  /// The same chain with one more root, which may be of it already.
  package func following(_ root: [UInt8]) throws(TrustError) -> FollowedRoots {
    var next = self
    let name = try Self.name(of: root)
    if !next.names.contains(name) { next.names.append(name) }
    return next
  }

  /// What a root is called: 64 hexadecimal digits.
  static func name(of root: [UInt8]) throws(TrustError) -> String {
    let signed = try Envelope(parsing: root, maximumBytes: root.count).signedBytes
    return hexadecimal(SHA256Hasher.hash(of: signed))
  }

  private static func lines(_ names: [String]) -> [UInt8] { Array(names.map { "\($0)\n" }.joined().utf8) }
}
