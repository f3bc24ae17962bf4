import ReleaseModel
import ReleaseTrust

/// The root that a registry publishes now, as a file that wrappers can pin.
enum CurrentRoot {
  /// Writes it, and answers what to say about it. Where this machine trusts a root, the new one follows from that; where it
  /// trusts none, a warning says that nobody has verified it.
  ///
  /// Throws `registry_without_root`, and what `VerifiedTrust` throws.
  static func write(
    to path: String, of client: RegistryClient, _ status: RegistryTrustStatus, _ invocation: Invocation
  ) throws -> String {
    let name = TopLevelRole.root.name
    guard let version = try status.roles.first(where: { ExactText($0.name) == name })?.version,
      let bytes = try client.metadata(version, of: name)
    else {
      throw CommandError(
        .failed, "registry_without_root", "this registry has no root, so there is none to write to '\(path)'",
        hint: "begin with 'relctl trust init'")
    }
    guard try invocation[TrustArguments.trustRoot] == nil else {
      let root = try VerifiedTrust(of: client, invocation).offline.root
      try FileWriter.create(path, root.bytes)
      return "The root that wrappers pin, version \(root.content.version), is in '\(path)': it follows from "
        + "\(invocation.source(of: TrustArguments.trustRoot))."
    }
    let root = try TrustedMetadata(root: bytes, referenceTime: Clock.now, limits: MetadataLimits()).root
    try FileWriter.create(path, bytes)
    invocation.console.warn(
      "nobody has verified this root: it is what \(client.address) shows; compare its keys with those of their holders before "
        + "anything pins it",
      code: "root_not_verified")
    return "The root that wrappers pin, version \(root.version), is in '\(path)'."
  }
}
