import ReleaseModel

/// The rules once more, for the moment before the pointer is replaced. Another process may have moved the device meanwhile;
/// whatever it did, the release is taken only if it would be taken now.
struct LastLook {
  let facts: DeviceFacts
  let signed: SignedChannel?

  /// What speaks against the release in this state; nil to go ahead. The caller holds the lock of the state.
  func objection(
    to offer: LatestRelease, pointer: CurrentPointer, blocked: BlockedList
  ) -> OfferJudgement? {
    var facts = facts
    facts.seen = facts.pointer.candidates
    facts.pointer = pointer
    facts.blocked = blocked
    let judgement = facts.judge(offer, by: signed, currentIsComplete: true)
    switch judgement {
    case .take, .alreadyCurrent: return nil
    case .refuse, .distrust: return judgement
    }
  }

  /// The state without the releases that nobody vouches for any more: nothing goes back to them.
  func vouched(_ pointer: CurrentPointer) -> CurrentPointer {
    pointer.without { facts.isDisowned($0, by: signed) }
  }
}
