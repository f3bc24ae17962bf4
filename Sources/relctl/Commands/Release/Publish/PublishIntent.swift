import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// What a publish is to bring about.
struct PublishIntent {
  let channel: Channel
  let version: SemanticVersion
  let wrapperRange: VersionRange
  let apiContractRange: VersionRange
  let entryFile: String
  let notes: String?
  let rolloutBasisPoints: Int
  /// Whether the share of devices was asked for, and is not only what holds without.
  let setsRollout: Bool
  let leavesDraft: Bool
  /// Whether others are to sign it before it is published.
  let asksForSignatures: Bool
  let isStrict: Bool

  init(_ invocation: Invocation) throws {
    channel = try invocation[ReleasePublish.channel]
    version = try invocation[ReleasePublish.version]
    wrapperRange = try invocation[ReleasePublish.wrapperRange]
    apiContractRange = try invocation[ReleasePublish.apiContractRange]
    entryFile = try invocation[ReleasePublish.entryFile]
    notes = try invocation[ReleasePublish.notes]
    rolloutBasisPoints = try invocation[ReleasePublish.rollout]
    setsRollout = invocation.isGiven(ReleasePublish.rollout)
    asksForSignatures = try invocation[SigningArguments.out] != nil
    leavesDraft = try invocation[ReleasePublish.draft] || asksForSignatures
    isStrict = try invocation[ReleasePublish.strict]
  }

  /// The release as the server takes it.
  func draft(of bundle: PreparedBundle) throws -> JSONValue {
    var members = try content(of: bundle)
    members["releaseVersion"] = .string(version.description)
    return .object(members)
  }

  /// What is signed of it: what this machine read in the bundle, whatever the server says.
  func release(of bundle: PreparedBundle, sequence: Int64) throws -> SignedRelease {
    let inspection = try bundle.accepted()
    guard let tree = inspection.tree else {
      throw CommandError(.integrity, "bundle_rejected", "'\(bundle.path)' has no tree that could be signed")
    }
    return SignedRelease(
      channel: channel, version: version, sequence: sequence, artifact: inspection.sha256,
      sizeBytes: inspection.sizeBytes, tree: tree, entryFile: entryFile,
      gates: ReleaseGates(wrapperRange: wrapperRange, apiContractRange: apiContractRange))
  }

  /// What of a draft may change: everything but its version.
  func change(to bundle: PreparedBundle) throws -> JSONValue { .object(try content(of: bundle)) }

  private func content(of bundle: PreparedBundle) throws -> [String: JSONValue] {
    var members = try gates(of: bundle)
    members["notes"] = notes.map { .string($0) }
    members["rolloutBasisPoints"] = .integer(Int64(rolloutBasisPoints))
    return members
  }

  /// Where an existing release is not what this publish is about, field by field. Notes and rollout are left
  /// out: they may change after a release was published.
  func differences(from release: JSONValue, _ bundle: PreparedBundle) throws -> [CommandError.Detail] {
    try gates(of: bundle).sorted { $0.key < $1.key }.compactMap { name, wanted in
      let present = release[name] ?? .null
      guard present != wanted else { return nil }
      return CommandError.Detail(
        field: name, code: "differs", detail: "the server has '\(present.shown)', not '\(wanted.shown)'")
    }
  }

  /// Throws `already_published` when a release that is published, and is the one that this is about, does not have all
  /// that was asked for: a publish changes nothing of it any more.
  func requireDone(by release: JSONValue) throws {
    let name = "\(version) on \(channel)"
    guard !asksForSignatures else {
      throw CommandError(
        .refused, "already_published",
        "\(name) is published already, so there is nothing that others could sign",
        hint: "leave out --signing-out, or publish under a new version")
    }
    let share = Int64(rolloutBasisPoints)
    guard setsRollout, let present = release["rolloutBasisPoints"]?.integer, present != share else { return }
    throw CommandError(
      .refused, "already_published",
      "\(name) is published already, to \(BasisPoints.text(present)) of the devices, and --rollout \(share) would be "
        + "\(BasisPoints.text(share)): a publish changes nothing of it any more",
      hint: "relctl release rollout \(channel) \(version) --basis-points \(share)")
  }

  private func gates(of bundle: PreparedBundle) throws -> [String: JSONValue] {
    [
      "artifactSha256": .string(try bundle.sha256().description),
      "entryFile": .string(entryFile),
      "wrapperRange": .string(wrapperRange.description),
      "apiContractRange": .string(apiContractRange.description),
    ]
  }
}
