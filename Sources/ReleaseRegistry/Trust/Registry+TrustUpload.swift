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

/// What an audit row keeps of the registry's own key.
private struct TrustKey: Encodable {
  let keyid: String

  init?(keyid key: SigningKey?) {
    guard let key else { return nil }
    keyid = TUFKey(key.publicKey).keyid.string
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
    let intact = try intactFiles(firstListedBy: upload)
    let answer = try change(context) { scope in
      let current = scope.snapshot.trust?.repository.offline
      let key = onlineKeys.expected(by: upload.root?.content, over: current)
      let rules = UploadRules(over: current, onlineKey: key.publicKey, now: scope.now)
      let next = try rules.take(upload) { channel in
        ChannelReleases(scope.snapshot.index(of: channel).candidates, channel)
      }
      try FirstListing(upload.channels.keys, in: scope.snapshot).requireIntact(intact, in: self)
      scope.nextOffline = next
      if current?.root.content.change(to: next.root.content) == .replacesOnlineKeys {
        try scope.session.set(nil)
      }
      try scope.audit(
        "trust.upload", "trust", before: current.map(TrustVersions.init), after: TrustVersions(next))
      try signOnline(&scope)
      return try trustAnswer(scope.nextSnapshot ?? scope.snapshot)
    }
    // The upload is durable whatever becomes of the files of the keys: the renewal tries this again, and reports why it fails.
    do throws(RegistryError) {
      if let offline = snapshots.current.trust?.repository.offline { try onlineKeys.settle(for: offline) }
    } catch {}
    return answer
  }

  /// Reads what an upload lists for the first time before the change, so that many big bundles do not keep other changes,
  /// a pause above all, waiting.
  private func intactFiles(firstListedBy upload: MetadataUpload) throws(RegistryError) -> IntactFiles {
    let listing: FirstListing
    do throws(TrustError) {
      listing = try FirstListing(upload.channels.keys, in: snapshots.current)
    } catch {
      throw RegistryError(error)
    }
    return try listing.intactFiles(of: self)
  }

  /// Makes a key that is to take the place of the registry's own, which goes on signing until a root names the new one.
  /// One that waits for that already is kept. Throws `no_trust_root` in development mode.
  func makeOnlineKey(_ context: ChangeContext) throws(RegistryError) -> AdminAnswer {
    try change(context) { scope in
      guard let offline = scope.snapshot.trust?.repository.offline else {
        throw RegistryError(
          .noTrustRoot,
          "this registry has no root yet, so nobody trusts its key; 'relctl trust init' puts the one that is there into "
            + "the first root")
      }
      try onlineKeys.makeSuccessor(for: offline)
      try scope.audit(
        "trust.online-key", "trust",
        before: TrustKey(keyid: onlineKeys.key(for: offline)),
        after: TrustKey(keyid: onlineKeys.successor(for: offline)))
      return try trustAnswer(scope.snapshot)
    }
  }
}
