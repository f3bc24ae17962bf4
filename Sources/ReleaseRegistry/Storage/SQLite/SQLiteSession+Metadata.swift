import ReleaseModel
import ReleaseTrust

/// Signed metadata, and what it says of releases.
extension SQLiteSession {
  /// How many versions of a role are kept, besides root: a client may be between two files of an older state.
  private static let keptVersions: Int64 = 20

  func newestMetadata() throws -> [SignedRepository.File] {
    try all(
      """
      SELECT role, version, bytes FROM metadata
      WHERE (role, version) IN (SELECT role, max(version) FROM metadata GROUP BY role) ORDER BY role
      """
    ) { row in
      SignedRepository.File(
        role: ExactText(try row.text(0)), version: try row.number(1, from: 1), bytes: row.blob(2))
    }
  }

  func metadata(_ role: ExactText, version: Int64) throws -> [UInt8]? {
    try first(
      "SELECT bytes FROM metadata WHERE role = ? AND version = ?", [.text(role.string), .integer(version)]
    ) { row in row.blob(0) }
  }

  func insert(_ file: SignedRepository.File) throws {
    let role = SQLiteValue.text(file.role.string)
    try connection.run(
      "INSERT INTO metadata VALUES (?, ?, ?)", [role, .integer(file.version), .blob(file.bytes)])
    guard file.role != TopLevelRole.root.name else { return }
    try connection.run(
      "DELETE FROM metadata WHERE role = ? AND version <= ?",
      [role, .integer(file.version - Self.keptVersions)])
  }

  func releaseStates() throws -> ReleaseStates {
    var channels: [Channel: ReleaseStates.Withdrawals] = [:]
    try each(
      """
      SELECT channel, version, state, rollout FROM release
      WHERE (state IN ('paused', 'retired') OR rollout < 10000) AND state <> 'draft'
      """
    ) { row in
      let channel = try row.parsed(0) { try Channel(parsing: $0) }
      let version = try row.parsed(1) { try SemanticVersion(parsing: $0) }
      let rollout = try row.rollout(3)
      switch try Self.state(row, 2) {
      case .paused: channels[channel, default: .init()].paused.insert(version)
      case .retired: channels[channel, default: .init()].retired.insert(version)
      case .published: channels[channel, default: .init()].partial[version] = rollout.value
      case .draft: break
      }
    }
    return ReleaseStates(channels)
  }
}
