import FoundationEssentials
import ReleaseModel

/// The name of an entry's file: `<owner>-<scope key>-<sequence>-<id>.entry`. Owner and scope key are hashed; the sequence
/// has 16 hexadecimal digits, so that names of a scope sort as they were enqueued.
struct OutboxName: Hashable, Comparable {
  let owner: String
  let scope: String
  let sequence: UInt64
  let id: String

  static let suffix = ".entry"

  init(owner: Digest, scopeKey: String, sequence: UInt64, id: String) {
    self.owner = HashedName.text(owner)
    scope = Self.hashed(scopeKey)
    self.sequence = sequence
    self.id = id
  }

  /// Nil for what is not the outbox's own.
  init?(parsing name: String) {
    guard name.hasSuffix(Self.suffix) else { return nil }
    let parts = name.dropLast(Self.suffix.count).split(
      separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].utf8.count == 32, parts[1].utf8.count == 32, parts[2].utf8.count == 16,
      let sequence = UInt64(parts[2], radix: 16), UUID(uuidString: String(parts[3])) != nil
    else { return nil }
    owner = String(parts[0])
    scope = String(parts[1])
    self.sequence = sequence
    id = String(parts[3])
    guard text == name else { return nil }
  }

  static func hashed(_ scopeKey: String) -> String { HashedName.text(HashedName.digest(of: [scopeKey])) }

  var text: String {
    let digits = String(sequence, radix: 16)
    return
      "\(owner)-\(scope)-\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)-\(id)\(Self.suffix)"
  }

  static func < (left: OutboxName, right: OutboxName) -> Bool {
    (left.sequence, left.id) < (right.sequence, right.id)
  }
}
