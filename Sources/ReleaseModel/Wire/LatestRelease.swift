/// The release that a device is offered: the `data` of `GET /mobile-web/releases/latest`.
package struct LatestRelease: Sendable, Hashable, Codable {
  package let releaseVersion: SemanticVersion
  package let channel: Channel
  /// The registry-wide, strictly increasing number given at publish.
  package let sequence: Int64
  package let zipUrl: String
  /// The zip's digest.
  package let sha256: Digest
  /// The zip's length in bytes.
  package let sizeBytes: UInt64
  package let tree: TreeSummary
  /// The HTML file that the wrapper opens.
  package let entryFile: String
  package let wrapperRange: VersionRange
  package let apiContractRange: VersionRange
  package let releasedAt: Timestamp
  /// Signatures for devices that do not read the trust metadata.
  package let signatures: [ReleaseSignature]

  /// The release as a registry offers it that devices reach at `publicURL`.
  package init(_ candidate: ReleaseCandidate, channel: Channel, publicURL: String) {
    self.init(
      candidate, channel: channel, zipUrl: "\(publicURL)/mobile-web/artifacts/\(candidate.artifact).zip")
  }

  /// - Parameter signatures: in place of the candidate's own.
  package init(
    _ candidate: ReleaseCandidate, channel: Channel, zipUrl: String, signatures: [ReleaseSignature]? = nil
  ) {
    releaseVersion = candidate.version
    self.channel = channel
    sequence = candidate.sequence
    self.zipUrl = zipUrl
    sha256 = candidate.artifact
    sizeBytes = candidate.sizeBytes
    tree = candidate.tree
    entryFile = candidate.entryFile
    wrapperRange = candidate.gates.wrapperRange
    apiContractRange = candidate.gates.apiContractRange
    releasedAt = candidate.publishedAt
    self.signatures = signatures ?? candidate.signatures
  }
}

/// A signature over the immutable fields of a release.
package struct ReleaseSignature: Sendable, Hashable, Codable {
  package let keyid: String
  /// Lower-case hexadecimal.
  package let sig: String

  package init(keyid: String, sig: String) {
    self.keyid = keyid
    self.sig = sig
  }
}
