import ReleaseModel
import ReleaseTrust

extension ChannelReleases {
  /// What the registry has recorded of a channel.
  init(_ candidates: [ReleaseCandidate], _ channel: Channel) {
    self.init()
    for candidate in candidates {
      switch candidate.state {
      case .draft: break
      case .published, .paused: offered.append(SignedRelease(candidate, channel: channel))
      case .retired: retired.append(SignedRelease(candidate, channel: channel))
      }
    }
  }
}

extension SignedRelease {
  /// A release that was published.
  fileprivate init(_ candidate: ReleaseCandidate, channel: Channel) {
    self.init(
      channel: channel, version: candidate.version, sequence: candidate.sequence,
      artifact: candidate.artifact,
      sizeBytes: candidate.sizeBytes, tree: candidate.tree, entryFile: candidate.entryFile,
      gates: candidate.gates)
  }
}
