import ReleaseModel

/// A registry without a root, which publishes what nobody signed.
enum DevelopmentMode {
  /// Throws `registry_without_root` when this machine trusts a root: then the registry is not the one that the root
  /// belongs to, or it lost its own, and nothing unsigned goes there.
  static func requireNoRoot(_ invocation: Invocation) throws {
    guard try invocation[TrustArguments.trustRoot] == nil else {
      throw CommandError(
        .failed, "registry_without_root",
        "\(invocation.source(of: TrustArguments.trustRoot)) names a root, and this registry has none: it is another one, "
          + "or it lost its data; nothing was published",
        hint: "is this the right --server? To publish without signatures, unset \(TrustRootFile.variable)")
    }
  }

  /// That a release went out unsigned, loudly, with the commands that end that.
  static func warning(about channel: Channel) -> JSONValue {
    let detail =
      "nothing is signed: this registry is in development mode, and devices run whatever it says. Before anybody but you "
      + "uses it: 'relctl trust init ceremony.json --root-key NAME --targets-key NAME --channel \(channel)=NAME', then "
      + "'relctl trust publish ceremony.json --root-out root.json'"
    return ["code": "published_unsigned", "detail": .string(detail)]
  }
}
