import ReleaseModel

/// A registry without a root, which publishes what nobody signed.
enum DevelopmentMode {
  /// Warns, loudly, that a release goes out unsigned, with the commands that end that; answers the warning for programs.
  ///
  /// Throws `registry_without_root` when this machine trusts a root: then the registry is not the one that the root
  /// belongs to, or it lost its own, and nothing unsigned goes there.
  static func warning(about channel: Channel, _ invocation: Invocation) throws -> JSONValue {
    guard try invocation[TrustArguments.trustRoot] == nil else {
      throw CommandError(
        .failed, "registry_without_root",
        "\(invocation.source(of: TrustArguments.trustRoot)) names a root, and this registry has none: it is another one, "
          + "or it lost its data; nothing was published",
        hint: "is this the right --server? To publish without signatures, unset \(TrustRootFile.variable)")
    }
    let detail =
      "nothing is signed: this registry is in development mode, and devices run whatever it says. Before anybody but you "
      + "uses it: 'relctl trust init ceremony.json --root-key NAME --targets-key NAME --channel \(channel)=NAME', then "
      + "'relctl trust publish ceremony.json --root-out root.json'"
    let code = "published_unsigned"
    invocation.console.warn(detail, code: code)
    return ["code": .string(code), "detail": .string(detail)]
  }
}
