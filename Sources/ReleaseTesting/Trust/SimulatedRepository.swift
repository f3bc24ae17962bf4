package import Cryptography
import ReleaseModel
package import ReleaseTrust

/// The signed metadata of a registry, with real keys: a role for each channel, and the states of the releases. Nothing is
/// served before `publish`.
package final class SimulatedRepository {
  /// The repository below, for lies and rotations.
  package let simulator: RepositorySimulator
  /// What the status role says.
  package var states = ReleaseStates()

  /// A repository whose roles are all at version 1.
  package init(channels: [String] = ["production"]) throws {
    simulator = try RepositorySimulator()
    for name in channels {
      try simulator.delegate(
        to: ExactText(name), .paths([ReleaseRole.pattern(of: try Channel(parsing: name))]),
        isTerminating: true)
    }
    try simulator.delegate(to: ReleaseRole.status, .paths([ReleaseRole.statusPattern]))
    try simulator.publishMetadata()
  }

  /// The first root, which apps are delivered with.
  package var pinnedRoot: [UInt8] { simulator.files["1.root.json", default: []] }

  /// The key of a channel's release engineers.
  package func key(of channel: String) throws -> SigningKey {
    guard let key = simulator.signers[ExactText(channel), default: []].first else {
      throw ModelError(.invalidChannel, "the repository has no channel '\(channel)'")
    }
    return key
  }

  /// Adds a release to those that its channel signs; `lie` may sign something else about it.
  package func sign(
    _ release: SimulatedRelease, channel: String = "production",
    lie: (SignedRelease) throws -> SignedRelease = { $0 }
  ) throws {
    let honest = SignedRelease(
      LatestRelease(release.candidate, channel: try Channel(parsing: channel), zipUrl: ""))
    let signed = try lie(honest)
    simulator.contents[ExactText(channel)]?.files[honest.path] = signed.targetFile
  }

  /// Says of releases that they are paused.
  package func pause(_ versions: String..., channel: String = "production") throws {
    let channel = try Channel(parsing: channel)
    for version in versions {
      states.channels[channel, default: .init()].paused.insert(try SemanticVersion(parsing: version))
    }
  }

  /// Raises the versions of all roles but root, and signs them.
  package func publish() throws {
    let status = states.metadata(version: 1, expires: Moment.nextYear)
    simulator.contents[ReleaseRole.status]?.unknown = status.unknown
    let delegated = simulator.contents.keys.filter { $0 != TopLevelRole.targets.name }
    for role in [TopLevelRole.targets, .snapshot, .timestamp].map(\.name) + delegated {
      simulator.versions[role, default: 1] += 1
    }
    try simulator.publishMetadata()
  }
}
