import ReleaseModel
import ReleaseTrust

/// The course of one installation: what happened goes in, what to do next comes out. Knows no files and no network.
struct InstallPlan {
  let facts: DeviceFacts
  private var step: Step
  private var mayFetchAgain = true
  /// What signed metadata says, as far as it was asked; nil on a device that pinned no root.
  var signed: SignedChannel?
  /// Metadata may be older than the answer that it does not fit. It is asked once more, and then it is final.
  var mayRefreshAgain = true
  /// A release that this device should have been offered in place of the answer.
  var heldBack: SignedRelease?
  /// What was published after the server answered is not held back by that answer.
  var newestAtAnswer = Int64.max

  /// What happened.
  enum Event {
    case refreshed(SignedChannel)
    /// The signed metadata is not trusted.
    case distrusted(Distrust)
    case answered(CheckAnswer, currentIsComplete: Bool)
    /// Whether the offered tree is on disk already.
    case looked(TreeCondition)
    /// The room that is there and that is needed, in bytes.
    case measured(free: UInt64, needed: UInt64)
    /// What was fetched; `wasResumed` when its beginning came from an earlier attempt.
    case fetched(sizeBytes: UInt64, sha256: Digest, wasResumed: Bool)
    case unpacked
    case activated
    /// The last look, with the state to itself, spoke against the release.
    case objected(OfferJudgement)
    case failed(InstallerError)
  }

  /// What to do next.
  enum Action {
    case refresh
    case ask
    case look(for: LatestRelease)
    case measure(for: LatestRelease)
    case fetch(LatestRelease)
    case unpack(LatestRelease)
    case activate(LatestRelease, hasStaging: Bool, LastLook)
    case finish(Ending)
    case fail(InstallerError, Remedy)
  }

  /// How it ends well.
  enum Ending: Hashable {
    case took(LatestRelease, OfferJudgement.Move)
    case alreadyCurrent(LatestRelease)
    case refused(LatestRelease, RefusalReason, message: String)
    /// The offered release, if it came to an offer, or the signed metadata is not trusted.
    case distrusted(LatestRelease?, Distrust)
    case nothingOffered(reason: String)
    case offline(reason: String, message: String)
  }

  /// What a failure leaves behind that has to go.
  enum Remedy: Hashable {
    /// Nothing but what is always cleaned up; a part of the archive stays, to be continued.
    case keepDownload
    /// Nothing may go: the pointer has moved, and may move back at a power cut.
    case keepEverything
    /// The archive is wrong.
    case dropDownload(LatestRelease)
    /// The archive is right and its content can never be installed.
    case block(LatestRelease)
  }

  enum Step {
    case refreshing
    case asking
    /// The answer does not fit the metadata of the first refresh.
    case refreshingAgain(CheckAnswer, currentIsComplete: Bool)
    case looking(LatestRelease, OfferJudgement.Move)
    case measuring(LatestRelease, OfferJudgement.Move)
    case fetching(LatestRelease, OfferJudgement.Move)
    case unpacking(LatestRelease, OfferJudgement.Move)
    case activating(LatestRelease, OfferJudgement.Move)
    case ended
  }

  init(_ facts: DeviceFacts) {
    self.facts = facts
    step = facts.requiresSignatures ? .refreshing : .asking
  }

  /// The first action.
  var start: Action { facts.requiresSignatures ? .refresh : .ask }

  /// The next action. Only the event that answers the last action, or a failure, may be handed in.
  mutating func next(after event: Event) -> Action {
    if case .failed(let error) = event { return end(.fail(error, remedy(for: error))) }
    switch (step, event) {
    case (.refreshing, .refreshed(let signed)):
      self.signed = signed
      step = .asking
      return .ask
    case (.refreshing, .distrusted(let distrust)):
      return end(.finish(.distrusted(nil, distrust)))
    case (.refreshing, .answered(.unreachable(let reason, let message), _)):
      return end(.finish(.offline(reason: reason, message: message)))
    case (.asking, .answered(let answer, let isComplete)):
      return judge(answer, isComplete)
    case (.refreshingAgain(let answer, let isComplete), _):
      return judge(answer, isComplete, afterRefresh: event)
    case (.looking(let offer, let move), .looked(let condition)):
      if condition == .complete {
        return activate(offer, move, hasStaging: false)
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
      return activate(offer, move, hasStaging: true)
    case (.activating(let offer, let move), .activated):
      return end(.finish(.took(offer, move)))
    case (.activating(let offer, _), .objected(let judgement)):
      return take(offer, judgement)
    default:
      preconditionFailure("the event \(event) does not answer the action of the step \(step)")
    }
  }

  /// Goes on with what was judged.
  mutating func take(_ offer: LatestRelease, _ judgement: OfferJudgement) -> Action {
    switch judgement {
    case .alreadyCurrent: return end(.finish(.alreadyCurrent(offer)))
    case .refuse(let reason, let message): return end(.finish(.refused(offer, reason, message: message)))
    case .distrust(let distrust): return end(.finish(.distrusted(offer, distrust)))
    case .take(let move): return proceed(to: .looking(offer, move), .look(for: offer))
    }
  }

  /// Ends with an action that ends.
  mutating func end(_ action: Action) -> Action { proceed(to: .ended, action) }

  /// Waits in a step for the answer to an action.
  mutating func proceed(to step: Step, _ action: Action) -> Action {
    self.step = step
    return action
  }

  private mutating func activate(
    _ offer: LatestRelease, _ move: OfferJudgement.Move, hasStaging: Bool
  ) -> Action {
    proceed(
      to: .activating(offer, move),
      .activate(offer, hasStaging: hasStaging, LastLook(facts: facts, signed: signed)))
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

  private func remedy(for error: InstallerError) -> Remedy {
    switch (step, error.code) {
    case (_, .pointerNotDurable): .keepEverything
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
