import ReleaseModel
import ReleaseTrust

/// The server's answer, judged by the device's rules and by what was signed.
extension InstallPlan {
  /// Judges an answer. When signed metadata speaks against it, the metadata is brought up to date once more first: it may
  /// only be older than the answer.
  mutating func judge(_ answer: CheckAnswer, _ currentIsComplete: Bool) -> Action {
    if case .unreachable(let reason, let message) = answer {
      return end(.finish(.offline(reason: reason, message: message)))
    }
    if let signed {
      heldBack = newerRelease(than: answer, signed)
      if mayRefreshAgain, heldBack != nil || hasObjection(to: answer, signed) {
        mayRefreshAgain = false
        return proceed(to: .refreshingAgain(answer, currentIsComplete: currentIsComplete), .refresh)
      }
    }
    switch answer {
    case .release(let offer):
      return take(offer, facts.judge(offer, by: signed, currentIsComplete: currentIsComplete))
    case .nothing(let reason): return end(.finish(.nothingOffered(reason: reason)))
    case .unreachable(let reason, let message):
      return end(.finish(.offline(reason: reason, message: message)))
    }
  }

  /// Judges the same answer once more, and for good.
  mutating func judge(_ answer: CheckAnswer, _ currentIsComplete: Bool, afterRefresh event: Event) -> Action {
    newestAtAnswer = heldBack?.sequence ?? 0
    switch event {
    case .refreshed(let signed): self.signed = signed
    case .distrusted(let distrust):
      let offer: LatestRelease? = if case .release(let offer) = answer { offer } else { nil }
      return end(.finish(.distrusted(offer, distrust)))
    case .answered(.unreachable, _): break  // What was verified a moment ago decides.
    default: preconditionFailure("the event \(event) does not answer a refresh")
    }
    return judge(answer, currentIsComplete)
  }

  /// Whether what was signed speaks against an offer; the device's own rules do not count.
  private func hasObjection(to answer: CheckAnswer, _ signed: SignedChannel) -> Bool {
    guard case .release(let offer) = answer else { return false }
    switch facts.judge(offer, by: signed, currentIsComplete: true) {
    case .distrust, .refuse(.releaseWithdrawn, _), .refuse(.downgradeRefused, _), .refuse(.wrongChannel, _):
      return true
    case .alreadyCurrent, .take, .refuse: return false
    }
  }

  /// The release that the server should have named in place of its answer, as far as a device can know: signed, of a higher
  /// sequence, offered to everybody, for this wrapper and for the server's API contract. What runs already is not missed.
  private func newerRelease(than answer: CheckAnswer, _ signed: SignedChannel) -> SignedRelease? {
    let offer: LatestRelease? = if case .release(let offer) = answer { offer } else { nil }
    let found = signed.newest(
      above: offer?.sequence ?? 0, upTo: newestAtAnswer, for: facts.wrapperVersion,
      contract: offer?.apiContractRange)
    guard let running = facts.pointer.current, running.channel == facts.channel else { return found }
    return found.map(\.version) == running.version ? nil : found
  }
}
