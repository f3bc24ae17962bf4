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

  /// Nobody can gather people to sign more often than this.
  private static let minimumSeconds: Int64 = 86_400

  /// What the arguments say that the command has.
  static func lifetimes(_ invocation: Invocation) throws -> MetadataLifetimes {
    var lifetimes = MetadataLifetimes()
    if let root = try invocation[root] { lifetimes.rootSeconds = root.seconds }
    if let targets = try invocation[targets] { lifetimes.targetsSeconds = targets.seconds }
    if let channel = try invocation[channel] { lifetimes.channelSeconds = channel.seconds }
    return lifetimes
  }

  private static func option(_ name: String, _ help: String) -> Argument<Lifetime?> {
    .option(name, "DURATION", help) { text in
      let lifetime = try Lifetime(parsing: text)
      guard lifetime.seconds >= minimumSeconds else {
        throw InvalidValue(
          "'\(text)' is too short: devices refuse everything once it is over, and people have to sign again before; write 1d "
            + "or more")
      }
      return lifetime
    }
  }
}
