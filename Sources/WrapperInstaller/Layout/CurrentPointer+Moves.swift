/// The ways in which the pointer moves; nothing here touches a file.
extension CurrentPointer {
  /// Points at a release that is complete on disk.
  ///
  /// What was current becomes the previous one, unless it never started: then the one that the user has been
  /// running stays the one to go back to.
  func activating(_ record: ReleaseRecord) -> CurrentPointer {
    var next = self
    next.current = record
    guard let current, !current.isSameRelease(as: record) else { return next }
    let neverStarted = current.attempts == 0 && current.state == .pending
    let isRunningPrevious = previous != nil && launch?.release.map { previous?.isSameRelease(as: $0) } == true
    if !(neverStarted && isRunningPrevious) { next.previous = current }
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
    var next = self
    let left = candidates.filter { !isLost($0) }
    next.current = left.first
    next.previous = left.dropFirst().first
    next.lastGood = lastGood.flatMap { isLost($0) ? nil : $0 }
    return next
  }

  /// Notes a launch of one of the releases, or with nil of the built-in one.
  func starting(_ record: ReleaseRecord?, launch: (ReleaseRecord?) -> LaunchRecord) -> CurrentPointer {
    var next = self
    var started = record
    started?.attempts += 1
    if let started { next.update(started) }
    next.launch = launch(started)
    return next
  }

  /// Marks the release of the running launch as healthy; nil when it is none of the releases any more.
  func confirming(_ launch: LaunchRecord) -> CurrentPointer? {
    guard let release = launch.release, let known = candidates.first(where: release.isSameRelease) else {
      return nil
    }
    var next = self
    var healthy = known
    healthy.state = .healthy
    next.update(healthy)
    next.lastGood = healthy
    return next
  }

  private mutating func update(_ record: ReleaseRecord) {
    func updated(_ old: ReleaseRecord?) -> ReleaseRecord? {
      old.map(record.isSameRelease) == true ? record : old
    }
    current = updated(current)
    previous = updated(previous)
    lastGood = updated(lastGood)
  }
}
