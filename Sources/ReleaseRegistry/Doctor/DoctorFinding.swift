/// Something about a data folder that is not as it should be.
package struct DoctorFinding: Sendable, Hashable, Codable {
  /// What is wrong, for a program.
  package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
    /// The database's own structure is damaged, or a record in it is none.
    case databaseDamaged = "database_damaged"
    /// An audit row was changed, removed or put between others.
    case auditChainBroken = "audit_chain_broken"
    /// A recorded artifact has no file.
    case missingArtifact = "missing_artifact"
    /// An artifact's file has other bytes than its name says.
    case damagedArtifact = "damaged_artifact"
    /// A recorded tree has no file manifest.
    case missingTree = "missing_tree"
    /// A file manifest has other bytes than its name says.
    case damagedTree = "damaged_tree"
    /// Stored metadata that devices will not trust.
    case damagedMetadata = "damaged_metadata"
    /// Metadata whose time is over: devices take nothing new.
    case expiredMetadata = "expired_metadata"
    /// Metadata that people have to sign again within 30 days.
    case expiringMetadata = "expiring_metadata"
    /// A channel's metadata and the records do not name the same releases.
    case releasesNotAsSigned = "releases_not_as_signed"
    /// The status metadata and the records do not name the same releases as withdrawn.
    case statusNotAsRecorded = "status_not_as_recorded"
    /// The registry's own key is gone.
    case onlineKeyMissing = "online_key_missing"
    /// A copy of a registry with a root, which devices refuse when they saw newer signed metadata than it has.
    case restoredFromBackup = "restored_from_backup"
    /// A file that no record refers to; harmless. One that a kill cut short is swept at the next start of the server.
    case orphanFile = "orphan_file"
    /// An upload that was never finished; harmless, and swept at the next start of the server.
    case unfinishedUpload = "unfinished_upload"
  }

  /// How much it matters.
  package enum Severity: String, Sendable, Hashable, Codable {
    /// Something that was acknowledged is damaged or lost.
    case error
    /// Only disk space is lost, or something is to be done in time.
    case notice
  }

  package let code: Code
  package let severity: Severity
  /// The file or record, as a path below the data folder.
  package let subject: String
  /// What it means and what to do.
  package let detail: String

  /// - Parameter isServed: whether devices may still be given the file that it is about.
  init(_ code: Code, _ subject: String, _ detail: String, isServed: Bool = true) {
    self.code = code
    self.subject = subject
    self.detail = detail
    let isNotice = [.orphanFile, .unfinishedUpload, .expiringMetadata, .restoredFromBackup].contains(code)
    severity = isNotice || !isServed ? .notice : .error
  }
}
