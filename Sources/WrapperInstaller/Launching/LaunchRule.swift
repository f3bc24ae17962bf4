import ReleaseModel

/// When a pending release has failed. Knows no files and no clock: events go in, the next state of the pointer comes out.
///
/// A launch of a pending release counts against it when it ends by itself, or when the next launch begins and nobody
/// said that the user ended it or turned away from it. It is over for a release whose app was in the foreground for the
/// whole ready timeout of one launch, and for one that used up its attempts.
struct LaunchRule: Hashable {
  /// How many launches may end without confirmation.
  let attempts: Int
  /// How long the page has to confirm, in foreground time.
  let readyTimeout: Duration

  init(attempts: Int, readyTimeout: Duration) {
    self.attempts = max(1, attempts)
    self.readyTimeout = max(.zero, readyTimeout)
  }

  /// Notes what happened to the running launch; nothing, when there is none or it is over.
  func noting(_ event: LaunchEvent, in pointer: CurrentPointer) -> CurrentPointer {
    guard var launch = pointer.launch, var progress = launch.progress, progress.isRunning else {
      return pointer
    }
    var next = pointer
    switch event {
    case .foreground(let time):
      progress.add(time)
      // Asking how it stands is no news.
      if time > .zero { progress.phase = .foreground }
    case .background(let time):
      progress.add(time)
      progress.phase = .background
    case .ended(.byUser):
      progress.phase = .endedByUser
    case .ended(.crashed):
      progress.phase = .crashed
      next = countingFailure(of: launch, in: next)
    }
    launch.progress = progress
    next.launch = launch
    return next
  }

  /// Closes the launch that began last, because another one begins.
  func closing(_ pointer: CurrentPointer) -> CurrentPointer {
    guard let launch = pointer.launch, let progress = launch.progress else { return pointer }
    switch progress.phase {
    case .started, .foreground: return countingFailure(of: launch, in: pointer)
    case .background, .endedByUser, .crashed, .takenBack: return pointer
    }
  }

  /// The pending releases that have failed.
  func failures(in pointer: CurrentPointer) -> [LaunchFailure] {
    pointer.candidates.filter { $0.state == .pending }.compactMap { release in
      if let launch = pointer.launch, launch.release.map(release.isSameRelease) == true,
        let progress = launch.progress, progress.foreground >= readyTimeout
      {
        return LaunchFailure(release: release, code: .readyTimeout)
      }
      return release.attempts >= attempts ? LaunchFailure(release: release, code: .launchNotConfirmed) : nil
    }
  }

  /// How much foreground time the page of the running launch has left.
  func remaining(in pointer: CurrentPointer) -> Duration {
    max(.zero, readyTimeout - (pointer.launch?.progress?.foreground ?? .zero))
  }

  private func countingFailure(of launch: LaunchRecord, in pointer: CurrentPointer) -> CurrentPointer {
    guard let release = launch.release, var known = pointer.candidates.first(where: release.isSameRelease),
      known.state == .pending
    else { return pointer }
    known.attempts += 1
    var next = pointer
    next.update(known)
    return next
  }
}

extension LaunchProgress {
  fileprivate mutating func add(_ time: Duration) {
    // What is longer than a state file can say says it as well.
    let milliseconds = min(max(time, .zero), .seconds(1_000_000)) / .milliseconds(1)
    foregroundMilliseconds += Int(milliseconds)
  }
}

/// A pending release that did not work here, and why.
struct LaunchFailure: Hashable {
  let release: ReleaseRecord
  let code: Code

  /// The stable codes, as they stand in the blocked list.
  enum Code: String, CaseIterable {
    /// Its launches ended, one after the other, without its page's word.
    case launchNotConfirmed = "launch_not_confirmed"
    /// The app was in the foreground for the whole ready timeout without its page's word.
    case readyTimeout = "ready_timeout"
  }

  /// What happened, for people.
  var message: String {
    switch code {
    case .launchNotConfirmed:
      "release \(release.version) was started \(release.attempts) times and its page never confirmed that it works"
    case .readyTimeout: "the page of release \(release.version) did not confirm in time that it works"
    }
  }
}
