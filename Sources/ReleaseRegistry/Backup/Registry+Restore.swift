import ReleaseModel
import ReleaseTrust

extension Registry {
  /// How far the sequence jumps when a copy is first served. Far above what releases can have got since the backup, of
  /// which each that several people sign takes 1,000.
  static let sequencesSkippedByRestore: Int64 = 1_000_000

  /// Whether this is a copy of a registry with a root, and devices may know newer signed metadata than it has: as long as
  /// no root has named another key for it.
  package func isBehindDevices() throws(RegistryError) -> Bool {
    try store.read { session in try session.restoreMark() } == .behind
  }

  /// Makes sure that a copy that is served for the first time gives no sequence number that a lost release had.
  static func settleRestore(_ store: any RegistryStore, at now: Timestamp) throws(RegistryError) {
    guard try store.read({ session in try session.restoreMark() }) == .unserved else { return }
    try store.change(
      { session in
        let next = try session.next(.sequence)
        let (number, isOverflow) = next.addingReportingOverflow(sequencesSkippedByRestore - 1)
        guard !isOverflow, try session.advance(.sequence, to: number) else {
          throw RegistryError(
            .databaseDamaged, "there are no sequence numbers left after \(next); restore another backup")
        }
        let hasRoot = try session.metadata(TopLevelRole.root.name, version: 1) != nil
        try session.set(hasRoot ? .behind : nil)
        try session.appendAudit(
          AuditEntry(
            at: now, actor: AuditEntry.Who(tokenId: "", name: "relctl serve", role: "system"),
            action: "registry.restore", subject: "sequence", before: nil,
            after: try JSONText.value(of: ["sequence": number]), remoteAddress: "", requestId: ""))
      }, committed: {})
  }
}
