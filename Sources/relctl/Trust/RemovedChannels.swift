import ReleaseTrust

/// The channels that nobody may sign releases for any more once a ceremony is published.
struct RemovedChannels {
  /// Each with how many releases its metadata lists, which end with it.
  private let channels: [(role: ExactText, releases: Int)]

  init(_ ceremony: Ceremony) {
    let before = ceremony.current?.targets?.content.delegations?.roles ?? []
    let after = ceremony.proposal.targets?.content.delegations?.roles ?? before
    let remaining = Set(after.map(\.name))
    channels = before.map(\.name).filter { !remaining.contains($0) }.sorted().map { role in
      (role, ceremony.current?.channels[role]?.content.targets.count ?? 0)
    }
  }

  /// Warns about what cannot be taken back, before anything is signed or handed over.
  func warn(_ console: Console) {
    for (role, releases) in channels {
      let what = releases == 0 ? "" : " with its \(Sentence.count(releases, "signed release"))"
      console.warn(
        "the channel '\(role)' ends\(what) once this is published: devices are offered nothing there from then on, and no "
          + "channel can ever have the name '\(role)' again; to hold releases back for a while, 'relctl release pause' does it",
        code: "channel_removed")
    }
  }
}
