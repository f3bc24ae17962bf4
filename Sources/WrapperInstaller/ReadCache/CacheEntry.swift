import FoundationEssentials
import ReleaseModel

/// What one file of the cache holds.
struct CacheEntry: Hashable, Codable {
  static let schemaVersion = 1

  private(set) var schemaVersion = CacheEntry.schemaVersion
  /// The digest of scope and key: a file under another entry's name is not believed.
  let key: Digest
  let entityTag: String?
  /// When the server said so last, in seconds since 1970.
  var storedAt: Int64
  private let data: Data

  /// What the server sent.
  var body: [UInt8] { Array(data) }

  init(key: Digest, body: [UInt8], entityTag: String?, storedAt: Int64) {
    self.key = key
    data = Data(body)
    self.entityTag = entityTag
    self.storedAt = storedAt
  }

  /// How old it is; nil when it comes from the future, because a clock was set back and nobody knows.
  func ageSeconds(at now: Int64) -> Int64? {
    let (age, overflows) = now.subtractingReportingOverflow(storedAt)
    return overflows || age < 0 ? nil : age
  }
}
