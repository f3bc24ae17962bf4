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
  let leavesDraft: Bool
  let isStrict: Bool

  init(_ invocation: Invocation) throws {
    channel = try invocation[ReleasePublish.channel]
    version = try invocation[ReleasePublish.version]
    wrapperRange = try invocation[ReleasePublish.wrapperRange]
    apiContractRange = try invocation[ReleasePublish.apiContractRange]
    entryFile = try invocation[ReleasePublish.entryFile]
    notes = try invocation[ReleasePublish.notes]
    rolloutBasisPoints = try invocation[ReleasePublish.rollout]
    leavesDraft = try invocation[ReleasePublish.draft] || invocation[SigningArguments.out] != nil
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

  private func gates(of bundle: PreparedBundle) throws -> [String: JSONValue] {
    [
      "artifactSha256": .string(try bundle.sha256().description),
      "entryFile": .string(entryFile),
      "wrapperRange": .string(wrapperRange.description),
      "apiContractRange": .string(apiContractRange.description),
    ]
  }
}
