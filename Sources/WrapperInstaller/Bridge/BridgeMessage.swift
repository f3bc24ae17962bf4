/// What a page may ask of its wrapper.
enum BridgeMessage: Hashable {
  /// Look for a newer release and install it.
  case checkForUpdate
  /// Start the release that is installed, now.
  case restartWithInstalledUpdate
  /// The page works; the token is that of its own launch.
  case confirm(token: String)
  /// The user said "not now" to the update that is offered.
  case decline(UpdateDecision.Kind, version: String?)
  /// The user is back from the store, and this wrapper still runs.
  case returnFromStore
}

extension BridgeMessage {
  /// The names of the messages.
  enum Kind: String, CaseIterable {
    case checkForUpdate = "release.checkForUpdate"
    case restartWithInstalledUpdate = "release.restartWithInstalledUpdate"
    case confirm = "release.confirm"
    case decline = "release.decline"
    case returnFromStore = "release.returnedFromStore"
  }
}
