import ReleaseModel

/// What a launch starts, and what becomes of the state on the way: releases that have failed are taken back first, if
/// something else is there to start. Touches no file.
struct LaunchDecision {
  let choice: LaunchChoice
  /// The pointer without what was taken back and what can never start again.
  let pointer: CurrentPointer
  let blocked: BlockedList
  /// The releases that are taken back now.
  let takenBack: [LaunchFailure]
  let notices: [Notice]

  /// - Parameters:
  ///   - failures: the releases that have failed.
  ///   - heldBack: releases that start only when nothing else is there, as in `LaunchChoice`.
  init(
    _ pointer: CurrentPointer, blocked: BlockedList, failures: [LaunchFailure],
    wrapperVersion: SemanticVersion,
    hasBuiltIn: Bool, heldBack: LaunchChoice.HeldBack = .none, at time: Timestamp,
    condition: (ReleaseRecord) throws(InstallerError) -> TreeCondition
  ) {
    func choose(_ pointer: CurrentPointer) -> LaunchChoice {
      LaunchChoice(
        pointer, blocked: blocked, wrapperVersion: wrapperVersion, hasBuiltIn: hasBuiltIn, heldBack: heldBack,
        condition: condition)
    }
    let left = pointer.without { record in failures.contains { record.isSameRelease(as: $0.release) } }
    let choice = choose(left)
    // What runs badly is better than nothing at all. It is taken back once there is something to go back to.
    guard failures.isEmpty || choice.target != .nothing else {
      let choice = choose(pointer)
      self.choice = choice
      self.pointer = pointer.without(choice.isLost)
      self.blocked = blocked
      takenBack = []
      notices = failures.map(Self.stuckNotice) + choice.notices
      return
    }
    self.choice = choice
    self.pointer = left.without(choice.isLost)
    var list = blocked
    for failure in failures {
      list.block(
        failure.release.artifactSha256, version: failure.release.version, stage: .launch,
        code: failure.code.rawValue, at: time)
    }
    self.blocked = list
    takenBack = failures
    notices = failures.map(Self.takenBackNotice) + choice.notices
  }

  private static func takenBackNotice(_ failure: LaunchFailure) -> Notice {
    Notice(
      .releaseTakenBack,
      "\(failure.message); it is taken back, and the same bytes are not tried again (\(failure.code.rawValue))"
    )
  }

  private static func stuckNotice(_ failure: LaunchFailure) -> Notice {
    Notice(
      .nothingToGoBackTo,
      "\(failure.message) (\(failure.code.rawValue)), and there is nothing to go back to: neither an earlier release nor "
        + "a built-in one")
  }
}
