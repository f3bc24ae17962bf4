/// Something that was found and put right without anybody's help, and that somebody may want to know.
public struct Notice: Sendable, Hashable, Codable {
  /// What was found, for a program.
  public let code: Code
  /// Which thing, and what was done.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The stable codes.
  public enum Code: String, Sendable, Codable, CaseIterable {
    /// `current.json` was empty, torn or foreign; it is rebuilt from what is on disk.
    case pointerDamaged = "pointer_damaged"
    /// `current.json` was written by another version of the app; it is rebuilt from what is on disk.
    case pointerUnknownSchema = "pointer_unknown_schema"
    /// `current.json` was missing although releases are there.
    case pointerMissing = "pointer_missing"
    /// `blocked.json` could not be read; the list begins anew.
    case blockedListDamaged = "blocked_list_damaged"
    /// A release's folder is gone.
    case releaseMissing = "release_missing"
    /// A release's files are not those that were installed.
    case releaseDamaged = "release_damaged"
    /// A release failed here before.
    case releaseBlocked = "release_blocked"
    /// A release is not made for this wrapper version, after a store update for example.
    case releaseNotForWrapper = "release_not_for_wrapper"
    /// A release's files cannot be read now; it is neither started nor forgotten.
    case releaseUnreadable = "release_unreadable"
    /// A release is not confirmed yet, and its launches cannot be counted now; it is started again when they can.
    case releaseWaiting = "release_waiting"
    /// A release did not work here and is taken back: what was there before it starts from now on.
    case releaseTakenBack = "release_taken_back"
    /// A release does not work here, and stays because there is nothing to go back to.
    case nothingToGoBackTo = "nothing_to_go_back_to"
    /// The release before, the last good one, or the built-in one is used in place of the current one.
    case fallbackUsed = "fallback_used"
    /// The folder of the built-in release, or its entry file, is not there.
    case builtInMissing = "built_in_missing"
    /// This device pinned no root: nothing is verified against signatures, and whoever controls the server controls it.
    case notVerified = "not_verified"
    /// A release is on a device that has a root, and nobody's signature was verified when it was installed; it is forgotten.
    case notSigned = "not_signed"
    /// The server offers less than what was signed and is offered to everybody.
    case heldBack = "held_back"
    /// This device's clock is earlier than the release that it was offered, so it cannot tell what has expired.
    case clockBehind = "clock_behind"
    /// What a check found, for status to show later, could not be written down.
    case findingsNotRecorded = "findings_not_recorded"
    /// What came of a release could not be kept for the registry, which will not hear of it.
    case reportNotKept = "report_not_kept"
    /// Left-overs of an installation that did not end were removed.
    case leftoversRemoved = "leftovers_removed"
    /// Something else stood where a file or folder of the installer belongs; it was removed.
    case layoutRepaired = "layout_repaired"
    /// The folder could not be put in order now; a later start does it.
    case upkeepFailed = "upkeep_failed"
    /// `current.json` or `blocked.json` cannot be read now; it is left as it is.
    case stateUnreadable = "state_unreadable"
    /// A release was left and is blocked, and `current.json` could not be written: the next launch goes back by itself.
    case pointerNotMoved = "pointer_not_moved"
    /// The launch could not be written down: the release starts, and its page cannot confirm it.
    case launchNotRecorded = "launch_not_recorded"
  }
}
