/// What a page's word that it works has brought about.
public enum Confirmation: String, Sendable, Hashable, Codable, CaseIterable {
  /// The release of the running launch counts as healthy.
  case confirmed
  /// The built-in release runs; it needs no word.
  case builtIn = "built_in"
  /// The token is not that of the running launch; nothing changed.
  case staleToken = "stale_token"
  /// The launch could not be written down, so nothing can be confirmed; nothing changed. The next launch that can be
  /// gives a token that counts.
  case notRecorded = "not_recorded"
  /// No launch began yet; nothing changed.
  case noLaunch = "no_launch"
  /// The release of the launch is not on this device any more; nothing changed.
  case releaseGone = "release_gone"
}
