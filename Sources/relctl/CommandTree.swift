/// Every command, noun by noun, in the order in which help lists them.
enum CommandTree {
  static let root: CommandGroup = CommandGroup(
    "relctl", "releases of web bundles for native wrappers: registry, admin tool and device simulator",
    [
      .group(CommandGroup("release", "Web releases", [.command(ReleasePack.command), .command(ReleaseInspect.command)])),
      .group(CommandGroup("range", "Version ranges", [.command(RangeTest.command)])),
      .command(CompletionCommand.command),
      .command(VersionCommand.command),
      .command(HelpCommand.command),
    ])
}
