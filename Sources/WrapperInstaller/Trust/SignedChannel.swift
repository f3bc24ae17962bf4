import ReleaseModel
import ReleaseTrust

/// What signed metadata says, at one refresh, of the channel that a device follows. Knows no files and no network.
struct SignedChannel: Hashable {
  let channel: Channel
  private let files: [ExactText: TargetFile]
  private let states: ReleaseStates

  /// - Parameters:
  ///   - releases: the metadata of the channel's own role.
  ///   - states: what the status role says.
  init(_ channel: Channel, releases: TargetsMetadata, states: ReleaseStates) {
    self.channel = channel
    files = releases.targets
    self.states = states
  }

  /// The release of a version as it was signed; nil when none was.
  func release(_ version: SemanticVersion) throws(TrustError) -> SignedRelease? {
    let path = ReleaseRole.path(of: version, on: channel)
    guard let file = files[path] else { return nil }
    let release = try SignedRelease(file, at: path)
    guard release.channel == channel else {
      throw TrustError(
        .invalidReleaseMetadata,
        "the signed release '\(path)' says that it is of channel '\(release.channel)'; its signers have to mend that"
      )
    }
    return release
  }

  /// Whether what is on the device is still signed as it is. What is not was signed with keys that were replaced since, or
  /// is of a state that the registry lost: nobody vouches for it any more.
  func vouches(for record: ReleaseRecord) -> Bool {
    let path = ReleaseRole.path(of: record.version, on: channel)
    guard let file = files[path], let release = Self.readable(file, at: path) else { return false }
    return release.channel == record.channel && release.artifact == record.artifactSha256
      && release.tree == record.tree
  }

  /// Whether a release is paused or retired.
  func isWithdrawn(_ version: SemanticVersion) -> Bool { states.isWithdrawn(version, on: channel) }

  /// Compares what the server says of a release with what was signed of it.
  ///
  /// Throws the code of the first field that differs: `release_version_not_as_signed` when all others are those of another
  /// signed release, and `release_not_signed` when nobody signed that version.
  func verify(_ offer: LatestRelease) throws(TrustError) {
    let answer = SignedRelease(offer)
    let signed = try release(answer.version)
    if signed != answer, let renamed = release(of: answer) { try renamed.verify(answer) }
    guard let signed else {
      throw TrustError(
        .releaseNotSigned,
        "the server offers \(offer.releaseVersion), which nobody signed for channel '\(channel)'; nothing of it is used"
      )
    }
    try signed.verify(answer)
  }

  /// The signed release that an answer is in everything but its version.
  private func release(of answer: SignedRelease) -> SignedRelease? {
    for (path, file) in files {
      guard let release = Self.readable(file, at: path),
        release.differs(from: answer, onlyIn: "releaseVersion")
      else { continue }
      return release
    }
    return nil
  }

  /// The newest signed release that is offered to every device that can run it, among those of a higher sequence, up to
  /// another one.
  ///
  /// - Parameters:
  ///   - wrapper: has to be inside the release's signed range.
  ///   - contract: the API-contract range that the server is known to satisfy; others count only when they allow everything.
  func newest(
    above sequence: Int64, upTo last: Int64, for wrapper: SemanticVersion, contract: VersionRange?
  ) -> SignedRelease? {
    let newer = files.compactMap { path, file -> (sequence: Int64, path: ExactText, file: TargetFile)? in
      guard case .integer(let own)? = file.custom?["sequence"], own > sequence, own <= last else {
        return nil
      }
      return (own, path, file)
    }
    for (_, path, file) in newer.sorted(by: { $0.sequence > $1.sequence }) {
      guard let release = Self.readable(file, at: path), release.channel == channel,
        states.isOfferedToAll(release.version, on: channel), release.gates.wrapperRange.contains(wrapper)
      else { continue }
      let range = release.gates.apiContractRange
      if range == contract || range.allowsEverything { return release }
    }
    return nil
  }

  /// A release that makes no sense is none that a device could be given.
  private static func readable(_ file: TargetFile, at path: ExactText) -> SignedRelease? {
    do throws(TrustError) {
      return try SignedRelease(file, at: path)
    } catch {
      return nil
    }
  }
}
