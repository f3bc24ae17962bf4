package import ReleaseModel

/// What release engineers sign of a release: everything about it that never changes.
///
/// It stands in the channel's targets metadata, as the target file of the bundle with the rest under `custom`, and once
/// more, for devices that do not read that metadata, as a statement of its own.
package struct SignedRelease: Sendable, Hashable {
  package let channel: Channel
  package let version: SemanticVersion
  /// The registry-wide, strictly increasing number of its publish.
  package let sequence: Int64
  /// The bundle's SHA-256.
  package let artifact: Digest
  /// The bundle's length in bytes.
  package let sizeBytes: UInt64
  package let tree: TreeSummary
  package let entryFile: String
  package let gates: ReleaseGates

  package init(
    channel: Channel, version: SemanticVersion, sequence: Int64, artifact: Digest, sizeBytes: UInt64,
    tree: TreeSummary, entryFile: String, gates: ReleaseGates
  ) {
    self.channel = channel
    self.version = version
    self.sequence = sequence
    self.artifact = artifact
    self.sizeBytes = sizeBytes
    self.tree = tree
    self.entryFile = entryFile
    self.gates = gates
  }

  /// What a release is once it is published under `sequence`.
  package init(_ release: WebRelease, sequence: Int64) {
    self.init(
      channel: release.channel, version: release.releaseVersion, sequence: sequence,
      artifact: release.artifactSha256, sizeBytes: release.sizeBytes, tree: release.tree,
      entryFile: release.entryFile, gates: release.gates)
  }

  /// What the public answer says of a release.
  package init(_ answer: LatestRelease) {
    self.init(
      channel: answer.channel, version: answer.releaseVersion, sequence: answer.sequence,
      artifact: answer.sha256, sizeBytes: answer.sizeBytes, tree: answer.tree, entryFile: answer.entryFile,
      gates: ReleaseGates(wrapperRange: answer.wrapperRange, apiContractRange: answer.apiContractRange))
  }

  /// The path of its bundle among the target files.
  package var path: ExactText { ReleaseRole.path(of: version, on: channel) }

  /// The target file as the channel's metadata lists it.
  package var targetFile: TargetFile {
    TargetFile(
      length: Int64(clamping: sizeBytes), hashes: FileHashes(sha256: ExactText(artifact.description)),
      custom: custom)
  }

  /// The bytes that a signature for devices without trust metadata is over: canonical JSON of all fields, under the names
  /// that they have in the public answer.
  package var statement: [UInt8] {
    var members = custom
    members["sha256"] = .text(ExactText(artifact.description))
    members["sizeBytes"] = .integer(Int64(clamping: sizeBytes))
    return CanonicalJSON.bytes(of: .object(members))
  }

  private var custom: JSONObject {
    [
      "apiContractRange": .text(ExactText(gates.apiContractRange.description)),
      "channel": .text(ExactText(channel.name)),
      "entryFile": .text(ExactText(entryFile)),
      "releaseVersion": .text(ExactText(version.description)),
      "sequence": .integer(sequence),
      "tree": .object([
        "fileCount": .integer(Int64(tree.fileCount)),
        "sha256": .text(ExactText(tree.sha256.description)),
        "unpackedBytes": .integer(Int64(clamping: tree.unpackedBytes)),
      ]),
      "wrapperRange": .text(ExactText(gates.wrapperRange.description)),
    ]
  }
}
