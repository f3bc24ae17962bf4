/// Every command, noun by noun, in the order in which help lists them.
enum CommandTree {
  static let root: CommandGroup = CommandGroup(
    "relctl", "releases of web bundles for native wrappers: registry, admin tool and device simulator",
    [
      .command(Init.command), .command(Serve.command),
      release, policy, check,
      token, audit, wrapper, key, trust,
      .group(CommandGroup("range", "Try version ranges", [.command(RangeTest.command)])),
      .command(Doctor.command), .command(Backup.command),
      .command(CompletionCommand.command),
      .command(VersionCommand.command),
      .command(HelpCommand.command),
    ])

  private static let release = CommandNode.group(
    CommandGroup(
      "release", "Pack, publish and steer web releases",
      [
        .command(ReleasePack.command), .command(ReleaseInspect.command), .command(ReleasePublish.command),
        .command(ReleaseList.command), .command(ReleaseShow.command), .command(ReleaseDiff.command),
        .command(ReleasePause.command), .command(ReleaseResume.command), .command(ReleaseRetire.command),
        .command(ReleasePromote.command), .command(ReleaseRollout.command),
        .command(ReleaseVerify.command), .command(ReleaseAdoption.command), .command(ReleaseExport.command),
      ]))

  private static let policy = CommandNode.group(
    CommandGroup(
      "policy", "Native-update policies: what wrappers are told about their own version",
      [
        .command(PolicySet.command), .command(PolicyList.command), .command(PolicyShow.command),
        .command(PolicyActivation.activate), .command(PolicyActivation.deactivate),
        .command(PolicyCheck.command),
        .command(PolicySimulate.command),
      ]))

  private static let check = CommandNode.group(
    CommandGroup("check", "Ask what a device would be told", [.command(CheckWeb.command)]))

  private static let token = CommandNode.group(
    CommandGroup(
      "token", "Who may do what",
      [.command(TokenCreate.command), .command(TokenList.command), .command(TokenRevoke.command)]))

  private static let audit = CommandNode.group(
    CommandGroup(
      "audit", "Who did what", [.command(AuditList.command), .command(AuditVerify.command)]))

  private static let wrapper = CommandNode.group(
    CommandGroup(
      "wrapper", "Be one device, with the library that wrappers embed",
      [
        .command(WrapperInstall.command), .command(WrapperRun.command), .command(WrapperStatus.command),
        .command(WrapperLaunch.command),
        .command(WrapperConfirm.command), .command(WrapperEnd.command), .command(WrapperRollback.command),
        .command(WrapperSimulate.command),
        .command(WrapperOutbox.command),
      ]))

  private static let key = CommandNode.group(
    CommandGroup(
      "key", "Keys that sign releases and the trust in them",
      [
        .command(KeyGenerate.command), .command(KeyList.command), .command(KeyShow.command),
        .command(KeyExport.command), .command(KeyImport.command), .command(KeyRotate.command),
      ]))

  private static let trust = CommandNode.group(
    CommandGroup(
      "trust", "Who is trusted with what: root ceremonies, expiries, and a client of The Update Framework",
      [
        .command(TrustInit.command), .command(TrustSign.command), .command(TrustReview.command),
        .command(TrustPublish.command), .command(TrustStatusCommand.command), .command(TrustRotate.command),
        .command(TrustClient.command),
      ]))
}
