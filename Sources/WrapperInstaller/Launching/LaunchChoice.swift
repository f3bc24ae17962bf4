import ReleaseModel

/// Which release a launch starts, and what was found on the way to it.
struct LaunchChoice {
  /// What to start.
  enum Target: Hashable {
    case installed(ReleaseRecord)
    case builtIn
    case nothing
  }

  let target: Target
  /// Releases that can never start again as they are.
  let lost: [ReleaseRecord]
  let notices: [Notice]

  /// Goes through the releases, the best first, and takes the first that is not blocked, is made for this wrapper and
  /// is complete. Looking at a tree is expensive, so it is asked for last and for no more releases than needed.
  init(
    _ pointer: CurrentPointer, blocked: BlockedList, wrapperVersion: SemanticVersion, hasBuiltIn: Bool,
    condition: (ReleaseRecord) throws(InstallerError) -> TreeCondition
  ) throws(InstallerError) {
    var lost: [ReleaseRecord] = []
    var notices: [Notice] = []
    for record in pointer.candidates {
      if let entry = blocked.entry(for: record.artifactSha256) {
        lost.append(record)
        notices.append(
          Notice(.releaseBlocked, "release \(record.version) failed here before (\(entry.code))"))
        continue
      }
      guard record.wrapperRange.contains(wrapperVersion) else {
        notices.append(
          Notice(
            .releaseNotForWrapper,
            "release \(record.version) is for wrappers \(record.wrapperRange), and this is \(wrapperVersion)")
        )
        continue
      }
      switch try condition(record) {
      case .complete:
        self.init(.installed(record), lost, notices, isFallback: pointer.current != record)
        return
      case .missing:
        lost.append(record)
        notices.append(Notice(.releaseMissing, "the folder of release \(record.version) is gone"))
      case .damaged(let detail):
        lost.append(record)
        notices.append(Notice(.releaseDamaged, "release \(record.version) is damaged: \(detail)"))
      }
    }
    self.init(hasBuiltIn ? .builtIn : .nothing, lost, notices, isFallback: pointer.current != nil)
  }

  private init(_ target: Target, _ lost: [ReleaseRecord], _ notices: [Notice], isFallback: Bool) {
    self.target = target
    self.lost = lost
    self.notices = isFallback ? notices + [Self.fallbackNotice(target)] : notices
  }

  private static func fallbackNotice(_ target: Target) -> Notice {
    switch target {
    case .installed(let record):
      Notice(.fallbackUsed, "release \(record.version) runs in place of the current one")
    case .builtIn:
      Notice(.fallbackUsed, "the release that is built into the app runs in place of the current one")
    case .nothing: Notice(.fallbackUsed, "no release can run; install one while the network is there")
    }
  }
}
