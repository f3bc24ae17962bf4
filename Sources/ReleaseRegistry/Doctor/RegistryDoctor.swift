package import ReleaseModel

/// Looks over a data folder, whether it is being served or not, and changes nothing.
package struct RegistryDoctor {
  private let folder: DataFolder
  private let store: SQLiteReader
  private let now: Timestamp

  /// Throws `data_folder_missing`, `unknown_schema_version` or a storage error.
  ///
  /// - Parameter now: what signed metadata is compared with.
  package init(dataFolder path: String, now: Timestamp = .now()) throws(RegistryError) {
    self.now = now
    folder = DataFolder(path: path)
    try folder.requireRegistry()
    store = try SQLiteReader(path: folder.database)
  }

  /// Everything that is not as it should be; empty for a healthy registry. Hashes every stored file.
  package func examine() throws(RegistryError) -> [DoctorFinding] {
    // The folders are read before the records: a file that appears in between has a record by then.
    let artifactNames = try folder.names(in: folder.artifacts)
    let treeNames = try folder.names(in: folder.trees)
    let incomingNames = try folder.names(in: folder.incoming)
    let damages = try examineDatabase()
    guard damages.isEmpty else { return damages }
    let (records, audit, trust) = try store.read { session in
      (
        try session.artifacts(), try AuditChain.verify(session),
        try TrustExamination(session: session, now: now).findings()
      )
    }
    var findings = trust ?? []
    if trust != nil, try !folder.hasOnlineKey() {
      findings.append(
        DoctorFinding(
          .onlineKeyMissing, "online-key.pem",
          "the registry cannot sign, and does not start; restore the file from a backup"))
    }
    if let number = audit.firstBrokenNumber {
      findings.append(
        DoctorFinding(
          .auditChainBroken, "audit/\(number)",
          "row \(number) does not fit the row before it: the audit was changed by other hands; compare with a backup"
        ))
    }
    for record in records { findings += try examine(record) }
    let recorded = RecordedFiles(records)
    findings += artifactNames.filter { !recorded.artifacts.contains($0) }.map {
      orphan("artifacts/\($0)", isSwept: recorded.isOrphan(artifact: $0))
    }
    findings += treeNames.filter { !recorded.trees.contains($0) }.map {
      orphan("trees/\($0)", isSwept: recorded.isOrphan(tree: $0))
    }
    findings += incomingNames.map {
      DoctorFinding(.unfinishedUpload, "incoming/\($0)", "an upload under way, or one that a kill cut short")
    }
    return findings
  }

  /// What keeps the records from being read: nothing else can be judged then.
  private func examineDatabase() throws(RegistryError) -> [DoctorFinding] {
    let damages = try store.integrityProblems()
    guard damages.isEmpty else {
      return damages.map { DoctorFinding(.databaseDamaged, "registry.sqlite", "\($0); restore a backup") }
    }
    do {
      try store.requireSchema()
    } catch  where error.code == .databaseDamaged {
      return [DoctorFinding(.databaseDamaged, "registry.sqlite", error.message)]
    }
    return try store.read { session in try RecordExamination(session: session).findings() }
  }

  private func examine(_ record: ArtifactRecord) throws(RegistryError) -> [DoctorFinding] {
    let artifact = DataFolder.artifactName(record.sha256)
    let tree = DataFolder.treeName(record.tree.sha256)
    let (isServed, isTreeServed) = try store.read { session in
      (try session.isServable(artifact: record.sha256), try session.isServable(tree: record.tree.sha256))
    }
    var findings: [DoctorFinding] = []
    let file = try StoredFile.summary(of: folder.artifact(record.sha256))
    findings += lost(file?.sha256, record.sha256, artifact, .missingArtifact, .damagedArtifact, isServed)
    if let file, file.sha256 == record.sha256, file.sizeBytes != record.sizeBytes {
      findings.append(
        DoctorFinding(
          .databaseDamaged, artifact,
          "the file is whole and has \(file.sizeBytes) bytes, and the database says \(record.sizeBytes); "
            + "restore a backup"))
    }
    let manifest = try StoredFile.digest(of: folder.tree(record.tree.sha256))
    return findings + lost(manifest, record.tree.sha256, tree, .missingTree, .damagedTree, isTreeServed)
  }

  /// What is to be said of a file that has another digest than its name says, or none because it is gone.
  private func lost(
    _ found: Digest?, _ named: Digest, _ subject: String, _ missing: DoctorFinding.Code,
    _ damaged: DoctorFinding.Code, _ isServed: Bool
  ) -> [DoctorFinding] {
    guard found != named else { return [] }
    let what = found == nil ? "the file is gone" : "the bytes changed"
    let use = isServed ? "" : "; no published or paused release uses it"
    return [
      DoctorFinding(
        found == nil ? missing : damaged, subject, "\(what)\(use); restore the file from a backup",
        isServed: isServed)
    ]
  }

  private func orphan(_ subject: String, isSwept: Bool) -> DoctorFinding {
    DoctorFinding(
      .orphanFile, subject,
      isSwept
        ? "no record refers to it: an upload under way, or one that a kill cut short; swept at the next start"
        : "no record refers to it, and the registry gives no such names; look at it, and delete it")
  }
}
