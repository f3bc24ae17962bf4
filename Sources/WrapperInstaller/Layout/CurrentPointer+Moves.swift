/// The ways in which the pointer moves; nothing here touches a file.
extension CurrentPointer {
  /// Points at a release that is complete on disk.
  ///
  /// What was current becomes the previous one, unless the one before it runs and it has proven nothing: then the one
  /// that the user has been running stays the one to go back to.
  func activating(_ record: ReleaseRecord) -> CurrentPointer {
    var next = self
    next.current = record
    guard let current, !current.isSameRelease(as: record) else { return next }
    let isRunningPrevious = previous != nil && launch?.release.map { previous?.isSameRelease(as: $0) } == true
    if !(current.state == .pending && isRunningPrevious) { next.previous = current }
    if let kept = next.previous, kept.isSameRelease(as: record) { next.previous = nil }
    return next
  }

  /// Points at a release to go back to, or with nil at the built-in one, and forgets the one that is left.
  func goingBack(to target: ReleaseRecord?) -> CurrentPointer {
    var next = self
    next.current = target
    func stays(_ record: ReleaseRecord?) -> ReleaseRecord? {
      guard let record else { return nil }
      let isLeft = current.map(record.isSameRelease) ?? false
      let isTarget = target.map(record.isSameRelease) ?? false
      return isLeft || isTarget ? nil : record
    }
    next.previous = stays(previous)
    next.lastGood = lastGood.flatMap { good in current.map(good.isSameRelease) == true ? nil : good }
    return next
  }

  /// Forgets releases that cannot be started any more; what is left moves up.
  func without(_ isLost: (ReleaseRecord) -> Bool) -> CurrentPointer {
    let left = candidates.filter { !isLost($0) }
    guard left.count < candidates.count else { return self }
    var next = self
    next.current = left.first
    next.lastGood = lastGood.flatMap { isLost($0) ? nil : $0 }
    // The last good one has a place of its own; in that of the previous one it would push out a third release.
    let others = left.dropFirst()
    next.previous = others.first { next.lastGood.map($0.isSameRelease) != true } ?? others.first
    return next
  }

  /// Forgets what nobody signed, and the launch of such a release: what became of that says nothing about signed ones.
  func withoutUnsigned() -> CurrentPointer {
    var next = without { !$0.isSigned }
    if next.launch?.release?.isSigned == false { next.launch = nil }
    return next
  }

  /// Notes a launch, and what was found out about its release on the way to it.
  func starting(_ launch: LaunchRecord) -> CurrentPointer {
    var next = self
    if let release = launch.release { next.update(release) }
    next.launch = launch
    return next
  }

  /// Replaces what is known of a release, wherever it stands.
  mutating func update(_ record: ReleaseRecord) {
    func updated(_ old: ReleaseRecord?) -> ReleaseRecord? {
      old.map(record.isSameRelease) == true ? record : old
    }
    current = updated(current)
    previous = updated(previous)
    lastGood = updated(lastGood)
  }
}
