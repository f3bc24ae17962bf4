/// Every command, noun by noun, in the order in which help lists them.
enum CommandTree {
  static let root: CommandGroup = CommandGroup(
    "relctl", "releases of web bundles for native wrappers: registry, admin tool and device simulator",
    [
      release,
      .group(CommandGroup("range", "Try version ranges", [.command(RangeTest.command)])),
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
      ]))
}
