import ReleaseModel

extension Installation {
  /// Starts what can be started although nothing can be written down: a healthy release, else the built-in one, else
  /// a pending one. Its token confirms nothing.
  ///
  /// - Parameter error: why the launch is not recorded.
  func unrecordedLaunch(
    _ wrapperVersion: SemanticVersion, after upkeep: [Notice], because error: InstallerError
  ) throws(InstallerError) -> LaunchResult {
    let state = SalvagedState(of: self)
    var notices = upkeep + state.notices
    let builtIn = startableBuiltIn(state.pointer, &notices)
    let choice = LaunchChoice(
      state.pointer, blocked: state.blocked, wrapperVersion: wrapperVersion, hasBuiltIn: builtIn != nil,
      heldBack: .pending
    ) { (record) throws(InstallerError) in try existingLaunchCondition(of: record) }
    // "Nothing is installed" would be a guess where something could not be looked at.
    if choice.target == .nothing, let failure = state.failure ?? choice.failure { throw failure }
    notices += choice.notices
    notices.append(
      Notice(
        .launchNotRecorded,
        "this launch is not recorded, and its page cannot confirm its release: \(error.message)"))
    return result(of: choice, token: LaunchToken.unrecordedText, builtIn, notices)
  }
}
