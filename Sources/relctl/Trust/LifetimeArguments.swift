import ReleaseTrust

/// For how long people sign metadata.
enum LifetimeArguments {
  static let root = option("--root-lifetime", "for how long a root is signed, 365d without it")
  static let targets = option(
    "--targets-lifetime", "for how long it is signed which channels there are, 365d without it")
  static let channel = option(
    "--channel-lifetime", "for how long a channel is signed without another publish, 365d without it")

  /// For ceremonies; a publish has only `channel`.
  static let all: [any Declared] = [root, targets, channel]

  /// What the arguments say that the command has.
  static func lifetimes(_ invocation: Invocation) throws -> MetadataLifetimes {
    var lifetimes = MetadataLifetimes()
    if let root = try invocation[root] { lifetimes.rootSeconds = root.seconds }
    if let targets = try invocation[targets] { lifetimes.targetsSeconds = targets.seconds }
    if let channel = try invocation[channel] { lifetimes.channelSeconds = channel.seconds }
    return lifetimes
  }

  private static func option(_ name: String, _ help: String) -> Argument<Lifetime?> {
    .option(name, "DURATION", help, parse: Lifetime.init(parsing:))
  }
}
