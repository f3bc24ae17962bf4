import ReleaseModel

/// Policies for native wrappers.
extension SQLiteSession {
  private static let columns = """
    id, channel, platform, minimum_version, latest_version, app_store_id, package_name, store_url, message, active,
    revision, created_at, updated_at FROM policy
    """

  func policies() throws -> [NativePolicy] {
    try all("SELECT \(Self.columns) ORDER BY created_at DESC, id DESC", [], Self.nativePolicy)
  }

  func policy(_ id: String) throws -> NativePolicy? {
    try first("SELECT \(Self.columns) WHERE id = ?", [.text(id)], Self.nativePolicy)
  }

  func insert(_ policy: NativePolicy) throws {
    try connection.run(
      "INSERT INTO policy VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", Self.values(policy))
  }

  func update(_ policy: NativePolicy) throws {
    try connection.run(
      """
      UPDATE policy SET channel = ?2, platform = ?3, minimum_version = ?4, latest_version = ?5, app_store_id = ?6,
        package_name = ?7, store_url = ?8, message = ?9, active = ?10, revision = ?11, created_at = ?12,
        updated_at = ?13
      WHERE id = ?1
      """, Self.values(policy))
  }

  private static func values(_ policy: NativePolicy) -> [SQLiteValue] {
    [
      .text(policy.id), .text(policy.channel.name), .text(policy.platform.rawValue),
      .text(policy.minimumVersion.description), .text(policy.latestVersion.description),
      SQLiteValue(policy.appStoreId), SQLiteValue(policy.packageName), .text(policy.storeUrl),
      SQLiteValue(policy.message), .integer(policy.active ? 1 : 0), .integer(policy.revision),
      SQLiteValue(policy.createdAt), SQLiteValue(policy.updatedAt),
    ]
  }

  private static func nativePolicy(_ row: borrowing SQLiteRow) throws -> NativePolicy {
    let draft = NativePolicyDraft(
      channel: try row.text(1), platform: try row.text(2), minimumVersion: try row.text(3),
      latestVersion: try row.text(4),
      appStoreId: try row.optionalText(5), packageName: try row.optionalText(6), storeUrl: try row.text(7),
      message: try row.optionalText(8))
    let rule = try row.parsed(0) { _ in try NativePolicyRule(checking: draft) }
    return NativePolicy(
      id: try row.text(0), rule: rule, active: try row.number(9) != 0, revision: try row.number(10, from: 1),
      createdAt: try row.time(11),
      updatedAt: try row.time(12))
  }
}
