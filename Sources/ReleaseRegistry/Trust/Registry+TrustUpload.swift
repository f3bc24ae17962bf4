import Cryptography
import ReleaseModel
import ReleaseTrust

/// What an audit row keeps of the metadata before and after an upload: the version of each role that people sign.
private struct TrustVersions: Encodable {
  let versions: [String: Int64]

  init(_ offline: OfflineMetadata) {
    var versions = offline.channels.map { ($0.key.string, $0.value.content.version) }
    versions.append(("root", offline.root.content.version))
    versions.append(("targets", offline.targets.content.version))
    // Role names are ASCII here, so no two are one.
    self.versions = Dictionary(versions) { first, _ in first }
  }
}

extension Registry {
  /// Takes metadata that people signed, all of it or nothing, and signs status, snapshot and timestamp for it.
  func uploadTrust(_ body: [UInt8], _ context: ChangeContext) throws(RegistryError) -> AdminAnswer {
    let upload: MetadataUpload
    do throws(TrustError) {
      upload = try MetadataUpload(parsing: body)
    } catch {
      throw RegistryError(error)
    }
    return try change(context) { scope in
      let current = scope.snapshot.trust?.repository.offline
      let rules = UploadRules(over: current, onlineKey: onlineKey.publicKey, now: scope.now)
      let next = try rules.take(upload) { channel in
        ChannelReleases(scope.snapshot.index(of: channel).candidates, channel)
      }
      scope.nextOffline = next
      try scope.audit(
        "trust.upload", "trust", before: current.map(TrustVersions.init), after: TrustVersions(next))
      try signOnline(&scope)
      return try trustAnswer(scope.nextSnapshot ?? scope.snapshot)
    }
  }
}
