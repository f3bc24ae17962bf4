/// Reads every record as the server reads it, so that what keeps a server from starting is found.
struct RecordExamination {
  let session: any ScanSession

  /// What cannot be read. What is signed is judged by `TrustExamination`.
  func findings() throws -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    for (subject, read) in reads {
      do {
        try read()
      } catch let error as RegistryError where error.code == .databaseDamaged {
        findings.append(DoctorFinding(.databaseDamaged, "registry.sqlite/\(subject)", error.message))
      }
    }
    return findings
  }

  private var reads: [(subject: String, read: () throws -> Void)] {
    [
      ("artifact", { _ = try session.artifacts() }),
      ("release", readReleases),
      ("policy", { _ = try session.policies() }),
      ("token", { _ = try session.tokens() }),
      ("counter", { _ = try session.counters() }),
      ("report", { _ = try session.reportCount() }),
      ("metadata", { _ = try session.newestMetadata() }),
    ]
  }

  /// Both as checks see them and as people do.
  private func readReleases() throws {
    for channel in try session.channelsWithReleases() {
      _ = try session.candidates(of: channel)
      var cursor: ReleaseCursor?
      repeat {
        cursor = try session.releases(of: channel, after: cursor, limit: 500).last?.cursor
      } while cursor != nil
    }
    _ = try session.lastPublication()
    _ = try session.releaseStates()
  }
}
