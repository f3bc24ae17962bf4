import WrapperInstaller

/// Why a word about a launch counts for nothing, whether it says that the page works or how the launch ended.
enum LaunchRefusal: String {
  case staleToken = "stale_token"
  case notRecorded = "not_recorded"
  case noLaunch = "no_launch"
  case releaseGone = "release_gone"

  /// The failure of a command; its code is the library's word for it.
  var error: CommandError { CommandError(.failed, rawValue, "\(what); nothing changed", hint: hint) }

  private var what: String {
    switch self {
    case .staleToken: "the token is not that of the running launch"
    case .notRecorded: "that launch could not be recorded"
    case .noLaunch: "no launch began yet"
    case .releaseGone: "the release of that launch is not on this device any more"
    }
  }

  private var hint: String {
    switch self {
    case .staleToken:
      "only the launch that runs now counts: name the token that the last 'relctl wrapper launch' printed"
    case .notRecorded: "put right what its note 'launch_not_recorded' names, and launch again"
    case .noLaunch: "begin one with 'relctl wrapper launch', and name the token that it prints"
    case .releaseGone: "begin another one with 'relctl wrapper launch', which starts what is there"
    }
  }
}
