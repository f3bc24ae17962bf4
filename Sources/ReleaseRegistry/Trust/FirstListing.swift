import ReleaseModel
import ReleaseTrust

/// The releases that metadata lists for the first time though they were published before: in development mode, or on a
/// channel that nobody signed for yet.
///
/// From then on devices are told by signatures that these bytes are good, so the registry has to have them.
struct FirstListing {
  private var releases: [(channel: Channel, release: ReleaseCandidate)] = []

  /// - Parameter roles: those whose metadata is handed over; one that has metadata already lists what was checked when it
  ///   was published.
  init(_ roles: some Sequence<ExactText>, in snapshot: RegistrySnapshot) throws(TrustError) {
    let listed = snapshot.trust?.repository.offline.channels ?? [:]
    for role in roles.filter({ listed[$0] == nil }).sorted() {
      let channel = try RepositoryLayout.channel(of: role)
      for release in snapshot.index(of: channel).candidates
      where [.published, .paused].contains(release.state) {
        releases.append((channel, release))
      }
    }
  }

  /// The stored bytes that the releases need, zips and file manifests, each once.
  func intactFiles(of registry: Registry) throws(RegistryError) -> IntactFiles {
    var files = IntactFiles()
    for (_, release) in releases { _ = try files.fault(of: release, in: registry) }
    return files
  }

  /// Throws `artifact_damaged`, which names every release whose stored bytes are gone or changed.
  ///
  /// - Parameter files: what was found to be whole just now, and is not read again.
  func requireIntact(_ files: IntactFiles, in registry: Registry) throws(RegistryError) {
    var files = files
    var faults: [FieldError] = []
    for (channel, release) in releases {
      guard let fault = try files.fault(of: release, in: registry) else { continue }
      faults.append(
        FieldError(field: "\(channel)/\(release.version)", code: .artifactDamaged, detail: fault))
    }
    guard let first = faults.first else { return }
    throw RegistryError(
      .artifactDamaged,
      "\(first.field)\(faults.count > 1 ? " and \(faults.count - 1) more" : "") cannot be signed for: "
        + "\(first.detail); put the file back from a backup, or withdraw the release with 'relctl release retire', and hand "
        + "over the same metadata again",
      fieldErrors: faults)
  }
}

/// The stored files that were read and have the bytes of their digest.
struct IntactFiles {
  private var digests: Set<Digest> = []

  /// What is wrong with the stored bytes of a release; nil when nothing is, which is remembered.
  mutating func fault(of release: ReleaseCandidate, in registry: Registry) throws(RegistryError) -> String? {
    let (zip, tree) = (release.artifact, release.tree.sha256)
    if let fault = try fault(zip, DataFolder.artifactName(zip), in: registry) { return fault }
    return try fault(tree, DataFolder.treeName(tree), in: registry)
  }

  private mutating func fault(
    _ digest: Digest, _ name: String, in registry: Registry
  ) throws(RegistryError) -> String? {
    guard !digests.contains(digest) else { return nil }
    guard let actual = try StoredFile.digest(of: "\(registry.folder.path)/\(name)") else {
      return "'\(name)' in the data folder is gone"
    }
    guard actual == digest else { return "'\(name)' in the data folder has other bytes than were uploaded" }
    digests.insert(digest)
    return nil
  }
}
