import ReleaseModel

/// Which release a launch starts, and what was found on the way to it.
struct LaunchChoice {
  /// What to start.
  enum Target: Hashable {
    case installed(ReleaseRecord)
    case builtIn
    case nothing
  }

  private(set) var target = Target.nothing
  /// Releases that can never start again as they are.
  private(set) var lost: [ReleaseRecord] = []
  private(set) var notices: [Notice] = []
  /// Why a release could not be looked at, the first time that happened. Such a release is neither started nor lost.
  private(set) var failure: InstallerError?

  /// Goes through the releases, the best first, and takes the first that is not blocked, is made for this wrapper and
  /// is complete. Looking at a tree is expensive, so it is asked for last and for no more releases than needed.
  ///
  /// - Parameter isRecorded: whether the launch is counted. When it is not, a pending release could fail for ever
  ///   without anybody knowing; it waits, and is taken only when nothing else is there.
  init(
    _ pointer: CurrentPointer, blocked: BlockedList, wrapperVersion: SemanticVersion, hasBuiltIn: Bool,
    isRecorded: Bool = true, condition: (ReleaseRecord) throws(InstallerError) -> TreeCondition
  ) {
    let candidates = pointer.candidates
    let waiting = isRecorded ? [] : candidates.filter { $0.state == .pending }
    for record in candidates where target == .nothing && !waiting.contains(record) {
      consider(record, blocked, wrapperVersion, condition)
    }
    if target == .nothing, hasBuiltIn { target = .builtIn }
    if target != .nothing {
      notices += waiting.map(Self.waitingNotice)
    } else {
      for record in waiting where target == .nothing { consider(record, blocked, wrapperVersion, condition) }
    }
    if let current = pointer.current, target != .installed(current) { notices.append(fallbackNotice) }
  }

  /// Takes a release if it can start.
  private mutating func consider(
    _ record: ReleaseRecord, _ blocked: BlockedList, _ wrapperVersion: SemanticVersion,
    _ condition: (ReleaseRecord) throws(InstallerError) -> TreeCondition
  ) {
    if let entry = blocked.entry(for: record.artifactSha256) {
      lost.append(record)
      notices.append(
        Notice(.releaseBlocked, "release \(record.version) failed here before (\(entry.code))"))
      return
    }
    guard record.wrapperRange.contains(wrapperVersion) else {
      notices.append(
        Notice(
          .releaseNotForWrapper,
          "release \(record.version) is for wrappers \(record.wrapperRange), and this is \(wrapperVersion)"))
      return
    }
    do throws(InstallerError) {
      switch try condition(record) {
      case .complete: target = .installed(record)
      case .missing:
        lost.append(record)
        notices.append(Notice(.releaseMissing, "the folder of release \(record.version) is gone"))
      case .damaged(let detail):
        lost.append(record)
        notices.append(Notice(.releaseDamaged, "release \(record.version) is damaged: \(detail)"))
      }
    } catch {
      failure = failure ?? error
      notices.append(
        Notice(.releaseUnreadable, "release \(record.version) cannot be looked at now: \(error.message)"))
    }
  }

  private static func waitingNotice(_ record: ReleaseRecord) -> Notice {
    Notice(
      .releaseWaiting,
      "release \(record.version) is not confirmed yet, and its launches cannot be counted; it waits until they can"
    )
  }

  private var fallbackNotice: Notice {
    switch target {
    case .installed(let record):
      Notice(.fallbackUsed, "release \(record.version) runs in place of the current one")
    case .builtIn:
      Notice(.fallbackUsed, "the release that is built into the app runs in place of the current one")
    case .nothing: Notice(.fallbackUsed, "no release can run; install one while the network is there")
    }
  }
}
