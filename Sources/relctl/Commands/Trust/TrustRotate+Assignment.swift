import ReleaseModel
import ReleaseTrust

extension TrustRotate {
  /// Who signs what once the ceremony is published.
  static func changed(
    _ current: KeyAssignment, _ folder: KeyFolder, _ invocation: Invocation
  ) throws -> KeyAssignment {
    var assignment = current
    for replacement in try invocation[replacements] {
      let old = try folder.key(replacement.old).publicKey
      guard let next = assignment.replacing(old, by: try folder.key(replacement.new).publicKey) else {
        throw CommandError(
          .failed, "key_not_trusted", "the key '\(replacement.old.text)' is not trusted with anything",
          hint: "these are: \(try KeyNames(folder).text(current.everyKey))")
      }
      assignment = next
    }
    let threshold = try invocation[TrustArguments.channelThreshold].map(Int64.init)
    for named in try invocation[TrustArguments.channelKeys] {
      assignment.channels[named.channel] = RoleKeys(
        try named.names.map { try folder.key($0).publicKey },
        threshold: threshold ?? assignment.channels[named.channel]?.threshold ?? 1)
    }
    for channel in try invocation[removals] {
      guard assignment.channels.removeValue(forKey: channel) != nil else {
        throw CommandError(
          .usage, "unknown_role",
          "nobody is trusted with the channel '\(channel)', so there is nothing to remove",
          hint: known(current))
      }
    }
    // Without a channel's name, the threshold is that of all of them.
    if let threshold, try invocation[TrustArguments.channelKeys].isEmpty {
      for channel in assignment.channels.keys { assignment.channels[channel]?.threshold = threshold }
    }
    if let threshold = try invocation[TrustArguments.rootThreshold] {
      assignment.root.threshold = Int64(threshold)
    }
    if let threshold = try invocation[TrustArguments.targetsThreshold] {
      assignment.targets.threshold = Int64(threshold)
    }
    try requireReachable(assignment)
    return assignment
  }

  private static func requireReachable(_ assignment: KeyAssignment) throws {
    let roles =
      [("root", assignment.root), ("targets", assignment.targets)]
      + assignment.channels.map { ($0.key.name, $0.value) }
    guard let (name, keys) = roles.first(where: { $0.1.threshold > Int64(Set($0.1.keys).count) }) else {
      return
    }
    throw CommandError(
      .usage, "threshold_out_of_reach",
      "'\(name)' would need \(Sentence.count(keys.threshold, "signature")) and has "
        + "\(Sentence.count(Set(keys.keys).count, "key")): nobody could sign it",
      hint: "name more keys, or ask for fewer signatures: \(thresholdOption(name)) N")
  }

  private static func thresholdOption(_ role: String) -> String {
    switch role {
    case "root": TrustArguments.rootThreshold.declaration.name
    case "targets": TrustArguments.targetsThreshold.declaration.name
    default: "--channel \(role)=NAME \(TrustArguments.channelThreshold.declaration.name)"
    }
  }

  private static func known(_ current: KeyAssignment) -> String {
    let names = current.channels.keys.map(\.name).sorted()
    return names.isEmpty ? "there is no channel" : "write \(Sentence.alternatives(names.map { "'\($0)'" }))"
  }
}
