/// Something about a data folder that is not as it should be.
package struct DoctorFinding: Sendable, Hashable, Codable {
  /// What is wrong, for a program.
  package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
    /// The database's own structure is damaged.
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
    /// A file that no record refers to; harmless. One that a kill cut short is swept at the next start of the server.
    case orphanFile = "orphan_file"
    /// An upload that was never finished; harmless, and swept at the next start of the server.
    case unfinishedUpload = "unfinished_upload"
  }

  /// How much it matters.
  package enum Severity: String, Sendable, Hashable, Codable {
    /// Something that was acknowledged is damaged or lost.
    case error
    /// Only disk space is lost.
    case notice
  }

  package let code: Code
  package let severity: Severity
  /// The file or record, as a path below the data folder.
  package let subject: String
  /// What it means and what to do.
  package let detail: String

  init(_ code: Code, _ subject: String, _ detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
    severity = code == .orphanFile || code == .unfinishedUpload ? .notice : .error
  }
}
