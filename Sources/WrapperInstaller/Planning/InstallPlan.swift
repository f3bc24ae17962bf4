import ReleaseModel

/// The course of one installation: what happened goes in, what to do next comes out. Knows no files and no network.
struct InstallPlan {
  private let facts: DeviceFacts
  private var step = Step.asking
  private var mayFetchAgain = true

  /// What happened.
  enum Event {
    case answered(CheckAnswer, currentIsComplete: Bool)
    /// Whether the offered tree is on disk already.
    case looked(TreeCondition)
    /// The room that is there and that is needed, in bytes.
    case measured(free: UInt64, needed: UInt64)
    /// What was fetched; `wasResumed` when its beginning came from an earlier attempt.
    case fetched(sizeBytes: UInt64, sha256: Digest, wasResumed: Bool)
    case unpacked
    case activated
    case failed(InstallerError)
  }

  /// What to do next.
  enum Action {
    case ask
    case look(for: LatestRelease)
    case measure(for: LatestRelease)
    case fetch(LatestRelease)
    case unpack(LatestRelease)
    case activate(LatestRelease, hasStaging: Bool)
    case finish(Ending)
    case fail(InstallerError, Remedy)
  }

  /// How it ends well.
  enum Ending: Hashable {
    case took(LatestRelease, OfferJudgement.Move)
    case alreadyCurrent(LatestRelease)
    case refused(LatestRelease, RefusalReason, message: String)
    case nothingOffered(reason: String)
    case offline(reason: String, message: String)
  }

  /// What a failure leaves behind that has to go.
  enum Remedy: Hashable {
    /// Nothing but what is always cleaned up; a part of the archive stays, to be continued.
    case keepDownload
    /// The archive is wrong.
    case dropDownload(LatestRelease)
    /// The archive is right and its content can never be installed.
    case block(LatestRelease)
  }

  private enum Step {
    case asking
    case looking(LatestRelease, OfferJudgement.Move)
    case measuring(LatestRelease, OfferJudgement.Move)
    case fetching(LatestRelease, OfferJudgement.Move)
    case unpacking(LatestRelease, OfferJudgement.Move)
    case activating(LatestRelease, OfferJudgement.Move)
    case ended
  }

  init(_ facts: DeviceFacts) { self.facts = facts }

  /// The first action.
  var start: Action { .ask }

  /// The next action. Only the event that answers the last action, or a failure, may be handed in.
  mutating func next(after event: Event) -> Action {
    if case .failed(let error) = event { return end(.fail(error, remedy(for: error))) }
    switch (step, event) {
    case (.asking, .answered(let answer, let isComplete)):
      return judge(answer, isComplete)
    case (.looking(let offer, let move), .looked(let condition)):
      if condition == .complete {
        step = .activating(offer, move)
        return .activate(offer, hasStaging: false)
      }
      step = .measuring(offer, move)
      return .measure(for: offer)
    case (.measuring(let offer, let move), .measured(let free, let needed)):
      guard free >= needed else { return end(.fail(notEnoughSpace(offer, free, needed), .keepDownload)) }
      step = .fetching(offer, move)
      return .fetch(offer)
    case (.fetching(let offer, let move), .fetched(let size, let digest, let wasResumed)):
      return verify(offer, move, size, digest, wasResumed)
    case (.unpacking(let offer, let move), .unpacked):
      step = .activating(offer, move)
      return .activate(offer, hasStaging: true)
    case (.activating(let offer, let move), .activated):
      return end(.finish(.took(offer, move)))
    default:
      preconditionFailure("the event \(event) does not answer the action of the step \(step)")
    }
  }

  private mutating func judge(_ answer: CheckAnswer, _ currentIsComplete: Bool) -> Action {
    switch answer {
    case .nothing(let reason): return end(.finish(.nothingOffered(reason: reason)))
    case .unreachable(let reason, let message):
      return end(.finish(.offline(reason: reason, message: message)))
    case .release(let offer):
      switch facts.judge(offer, currentIsComplete: currentIsComplete) {
      case .alreadyCurrent: return end(.finish(.alreadyCurrent(offer)))
      case .refuse(let reason, let message): return end(.finish(.refused(offer, reason, message: message)))
      case .take(let move):
        step = .looking(offer, move)
        return .look(for: offer)
      }
    }
  }

  private mutating func verify(
    _ offer: LatestRelease, _ move: OfferJudgement.Move, _ size: UInt64, _ digest: Digest, _ wasResumed: Bool
  ) -> Action {
    if size == offer.sizeBytes, digest == offer.sha256 {
      step = .unpacking(offer, move)
      return .unpack(offer)
    }
    // The beginning may be from a time when something in between changed the bytes; one whole download tells.
    if wasResumed, mayFetchAgain {
      mayFetchAgain = false
      return .fetch(offer)
    }
    return end(.fail(mismatch(offer, size, digest), .dropDownload(offer)))
  }

  private mutating func end(_ action: Action) -> Action {
    step = .ended
    return action
  }

  private func remedy(for error: InstallerError) -> Remedy {
    switch (step, error.code) {
    case (.unpacking(let offer, _), .bundleRejected): .block(offer)
    case (.fetching(let offer, _), .wrongContent), (.fetching(let offer, _), .lengthMismatch):
      .dropDownload(offer)
    default: .keepDownload
    }
  }

  private func notEnoughSpace(_ offer: LatestRelease, _ free: UInt64, _ needed: UInt64) -> InstallerError {
    InstallerError(
      .notEnoughSpace, during: .space,
      "\(offer.releaseVersion) needs \(needed) bytes of disk space and \(free) are free; "
        + "free some and try again; nothing was fetched")
  }

  private func mismatch(_ offer: LatestRelease, _ size: UInt64, _ digest: Digest) -> InstallerError {
    guard size == offer.sizeBytes else {
      return InstallerError(
        .lengthMismatch, during: .verification,
        "the archive of \(offer.releaseVersion) has \(size) bytes, not \(offer.sizeBytes); try again on another network"
      )
    }
    return InstallerError(
      .hashMismatch, during: .verification,
      "the archive of \(offer.releaseVersion) has the SHA-256 \(digest), not \(offer.sha256); a proxy or CDN that "
        + "rewrites zips on the way does this: exclude the archive's address there (no-transform), or use another network"
    )
  }
}
