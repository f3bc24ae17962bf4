import ReleaseModel

/// Which release a launch starts, and what was found on the way to it.
struct LaunchChoice {
  /// What to start.
  enum Target: Hashable {
    case installed(ReleaseRecord)
    case builtIn
    case nothing
  }

  /// Releases that wait for a later launch.
  enum HeldBack: Hashable {
    case none
    /// Every pending one: this launch cannot be counted, and one of them could fail for ever without anybody knowing.
    case pending
    /// The one that was just tried.
    case tried(ReleaseRecord)
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
  /// - Parameter heldBack: releases that are taken only when nothing else is there.
  init(
    _ pointer: CurrentPointer, blocked: BlockedList, wrapperVersion: SemanticVersion, hasBuiltIn: Bool,
    heldBack: HeldBack = .none, condition: (ReleaseRecord) throws(InstallerError) -> TreeCondition
  ) {
    let candidates = pointer.candidates
    let waiting = candidates.filter(heldBack.contains)
    for record in candidates where target == .nothing && !waiting.contains(record) {
      consider(record, blocked, wrapperVersion, condition)
    }
    if target == .nothing, hasBuiltIn { target = .builtIn }
    if target != .nothing {
      notices += waiting.map(heldBack.notice)
    } else {
      for record in waiting where target == .nothing { consider(record, blocked, wrapperVersion, condition) }
    }
    if let current = pointer.current, target != .installed(current) { notices.append(fallbackNotice) }
  }

  /// Whether a release can never start again as it is.
  func isLost(_ record: ReleaseRecord) -> Bool { lost.contains(where: record.isSameRelease) }

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

extension LaunchChoice.HeldBack {
  fileprivate func contains(_ record: ReleaseRecord) -> Bool {
    switch self {
    case .none: false
    case .pending: record.state == .pending
    case .tried(let tried): record.isSameRelease(as: tried)
    }
  }

  fileprivate func notice(_ record: ReleaseRecord) -> Notice {
    let why =
      switch self {
      case .tried: "did not start just now; it waits for the next launch"
      case .none, .pending:
        "is not confirmed yet, and its launches cannot be counted; it waits until they can"
      }
    return Notice(.releaseWaiting, "release \(record.version) \(why)")
  }
}
