import ReleaseBundle
import ReleaseModel
import ReleaseRegistry

/// A release that is not published yet, put among those of an export.
struct Rehearsal {
  /// Keeps a bundle that was packed for this run until the run ends.
  private let bundle: PreparedBundle

  /// Judges the bundle as a publish would, and adds the release as the newest; nil when none is named.
  init?(
    _ invocation: Invocation, besides snapshot: inout OfflineSnapshot, in copy: inout RegistryCopy,
    _ scratch: DeviceScratch
  ) throws {
    guard let path = try invocation[SimulateArguments.bundle] else {
      try Self.requireNone(invocation)
      return nil
    }
    guard let version = try invocation[SimulateArguments.version],
      let wrapperRange = try invocation[SimulateArguments.wrapperRange],
      let apiContractRange = try invocation[SimulateArguments.apiContractRange]
    else {
      throw Self.refusal("--with needs --version, --wrapper-range and --api-contract-range")
    }
    guard try invocation[WrapperArguments.trustRoot] == nil else {
      throw Self.refusal(
        "a release that is not published is not signed, so devices with a root refuse it",
        hint: "leave out --trust-root, and unset RELCTL_TRUST_ROOT")
    }
    let entryFile = try invocation[ReleasePublish.entryFile]
    bundle = try PreparedBundle(path: path, entryFile: entryFile, isStrict: false)
    let channel = try invocation[SimulateArguments.channel]
    let inspection = try bundle.accepted()
    guard let manifest = inspection.manifest, let tree = inspection.tree else {
      throw CommandError(.integrity, "bundle_rejected", "'\(path)' has no files")
    }
    guard !snapshot.releases.contains(where: { $0.channel == channel && $0.releaseVersion == version }) else {
      throw CommandError(
        .failed, "release_exists", "\(version) is on \(channel) already",
        hint: "leave out --with, or name another version")
    }
    let release = WebRelease(
      channel: channel, releaseVersion: version, state: .published,
      sequence: (snapshot.releases.compactMap(\.sequence).max() ?? 0) + 1,
      artifactSha256: inspection.sha256, sizeBytes: inspection.sizeBytes, tree: tree, entryFile: entryFile,
      gates: ReleaseGates(wrapperRange: wrapperRange, apiContractRange: apiContractRange), notes: "",
      rollout: .everybody, rolloutSalt: RolloutSalt(0), createdAt: Clock.now, publishedAt: Clock.now,
      stateReason: nil, revision: 1)
    let list = "\(scratch.path)/rehearsal.json"
    try FileWriter.create(list, manifest.canonicalJSON)
    let (others, trees) = (copy.artifact, copy.tree)
    let zip = try ResolvedPath.of(bundle.path)
    copy.artifact = { $0 == release.artifactSha256 ? zip : others($0) }
    copy.tree = { $0 == release.tree.sha256 ? list : trees($0) }
    snapshot = OfflineSnapshot(
      apiContractVersion: snapshot.apiContractVersion, publicUrl: snapshot.publicUrl,
      releases: snapshot.releases + [release])
    copy.releases.append(release)
  }

  /// Throws when options say something about a release that is not there.
  static func requireNone(_ invocation: Invocation) throws {
    let isNamed =
      try invocation[SimulateArguments.bundle] != nil || invocation[SimulateArguments.version] != nil
      || invocation[SimulateArguments.wrapperRange] != nil
      || invocation[SimulateArguments.apiContractRange] != nil
    guard isNamed else { return }
    throw refusal(
      "--version, --wrapper-range and --api-contract-range are about a bundle --with, which needs --offline",
      hint: "write an export with 'relctl release export --folder DIR'")
  }

  private static func refusal(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(.usage, "invalid_arguments", message, hint: hint)
  }
}
