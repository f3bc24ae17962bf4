import ReleaseModel
import ReleaseTrust

/// Looks over the signed metadata of a data folder as a client would, and compares it with the records.
struct TrustExamination {
  let session: any ScanSession
  let now: Timestamp

  /// What is wrong; nil in development mode, where nothing is signed.
  func findings() throws -> [DoctorFinding]? {
    let files = try session.newestMetadata()
    do {
      guard let repository = try SignedRepository(reading: files) else { return nil }
      try verifyRoots(upTo: repository.offline.root.content.version)
      try repository.verify()
      return try expiries(repository) + releases(repository) + status(repository) + restore()
    } catch let error as TrustError where error.code != .cryptographyFailed {
      return [
        DoctorFinding(
          .damagedMetadata, "registry.sqlite",
          "devices will not trust the stored metadata: \(error.message); restore a backup")
      ]
    }
  }

  /// Every root has to follow from the one before: a device may have pinned any of them.
  private func verifyRoots(upTo newest: Int64) throws {
    var trusted: TrustedMetadata?
    for version in 1...max(newest, 1) {
      guard let bytes = try session.metadata(TopLevelRole.root.name, version: version) else {
        throw TrustError(.missingMetadata, "root version \(version) is gone")
      }
      if trusted == nil {
        trusted = try TrustedMetadata(root: bytes, referenceTime: now)
      } else {
        _ = try trusted?.update(root: bytes)
      }
    }
  }

  /// What people sign has to be signed again by people, who need time for it; one ceremony renews all of it.
  private func expiries(_ repository: SignedRepository) -> [DoctorFinding] {
    let ending = EndingRoles(among: repository.offline.expiries, at: now)
    let byPeople = (ending?.roles ?? []).map { role in
      finding(role, isOver: now >= role.expires, remedy: ending?.command ?? "")
    }
    let byRegistry = repository.expiries
      .filter { EndingRoles.signedByRegistry.contains($0.name) && now >= $0.expires }
      .map { finding($0, isOver: true, remedy: "serve the registry, which signs it again") }
    return byPeople + byRegistry
  }

  private func finding(_ role: EndingRoles.Role, isOver: Bool, remedy: String) -> DoctorFinding {
    DoctorFinding(
      isOver ? .expiredMetadata : .expiringMetadata, "trust/\(role.name.string)",
      "it \(EndingRoles.end(of: role.expires, at: now)): \(remedy)")
  }

  private func releases(_ repository: SignedRepository) throws -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    for role in repository.offline.delegatedRoles.map(\.name) where role != ReleaseRole.status {
      let channel = try RepositoryLayout.channel(of: role)
      let recorded = ChannelReleases(try session.candidates(of: channel), channel)
      guard let file = repository.offline.channels[role] else { continue }
      do throws(TrustError) {
        try recorded.verify(file.content, of: role)
      } catch {
        findings.append(
          DoctorFinding(.releasesNotAsSigned, "trust/\(role)", "\(error.message); restore a backup"))
      }
    }
    return findings
  }

  private func restore() throws -> [DoctorFinding] {
    guard let mark = try session.restoreMark() else { return [] }
    let what =
      mark == .unserved
      ? "a backup's copy: once it is served, devices that saw newer metadata will refuse everything"
      : "restored from a backup: devices that saw newer metadata refuse everything"
    return [
      DoctorFinding(
        .restoredFromBackup, "registry.sqlite",
        "\(what), until you publish what 'relctl trust rotate FILE --after-restore' makes (docs/operations.md)"
      )
    ]
  }

  private func status(_ repository: SignedRepository) throws -> [DoctorFinding] {
    let signed = try ReleaseStates(repository.online.status.content)
    guard signed != (try session.releaseStates()) else { return [] }
    return [
      DoctorFinding(
        .statusNotAsRecorded, "trust/\(ReleaseRole.status)",
        "it names other releases as withdrawn than the records; any pause or resume signs it again")
    ]
  }
}
