import HTTPClient
import ReleaseModel
import ReleaseTrust

/// Brings a release from one channel to another, unless it is there.
struct Promotion {
  private let source: ReleaseResource
  private let copy: ReleaseResource
  private let original: JSONValue
  private let wrapperRange: VersionRange?
  private let apiContractRange: VersionRange?
  private let invocation: Invocation

  private var client: RegistryClient { source.client }
  private var name: String { "\(copy.version) on \(copy.channel)" }

  /// Reads the release that is to be promoted.
  init(_ invocation: Invocation, from channel: Argument<Channel>, to target: Argument<Channel>) throws {
    self.invocation = invocation
    let client = try RegistryClient(invocation, needsToken: true)
    let version = try invocation[ReleaseArguments.version]
    source = ReleaseResource(client: client, channel: try invocation[channel], version: version)
    copy = ReleaseResource(client: client, channel: try invocation[target], version: version)
    wrapperRange = try invocation[ReleasePromote.wrapperRange]
    apiContractRange = try invocation[ReleasePromote.apiContractRange]
    original = try source.read()
  }

  /// Does it, reads the release back, compares, and only then says so.
  func perform() throws -> Report {
    var warnings = PublishWarnings.none
    if try isThere() {
      // The server compares what is there with what is asked for.
      warnings = try promote(nil)
    } else if let path = try invocation[SigningArguments.out] {
      let request = try SigningRequest(to: path, for: copy.channel, of: client, invocation)
      let promotion = try promotion(request.trust)
      request.warnings.show(invocation.console)
      return try request.write({ promotion.release($0) }, saying: "\(name) is not published yet.")
    } else {
      warnings = try publish(promote)
    }
    warnings.show(invocation.console)
    let promoted = try copy.read()
    guard promoted["artifactSha256"] == original["artifactSha256"] else {
      throw CommandError(
        .integrity, "artifact_mismatch", "\(name) has other bytes than \(copy.version) on \(source.channel)")
    }
    return ReleaseReport.one(
      promoted, saying: "\(name) is \(promoted["state"]?.text ?? "there").", warnings: warnings.json)
  }

  /// Says what `perform` would do, warns as it would, and throws what it would.
  func predict() throws -> Report {
    if try isThere() {
      _ = try promote(nil, isTrial: true)
      return ReleaseReport.one(original, saying: "dry run: \(name) exists already.", warnings: [])
    }
    let state = original["state"]?.text ?? "in an unknown state"
    guard ["published", "paused"].contains(state) else {
      throw CommandError(
        .refused, "invalid_transition",
        "\(source.channel)/\(source.version) is \(state); only a published or paused release can be promoted")
    }
    if let path = try invocation[SigningArguments.out] {
      _ = try SigningRequest(to: path, for: copy.channel, of: client, invocation)
      return ReleaseReport.one(
        original, saying: "dry run: what has to be signed to publish \(name) would be written.", warnings: [])
    }
    let trial = try trial()
    let warnings = try publish { try trial.send($0, to: copy) }
    warnings.show(invocation.console)
    return ReleaseReport.one(
      original, saying: "dry run: \(name) would be published with these bytes.", warnings: warnings.json)
  }

  /// Whether the release is on its new channel, as something else than a draft.
  ///
  /// Throws `already_published` when others were to sign it first, and `release_exists` for a draft, or for a release that is
  /// not the one that is asked for.
  private func isThere() throws -> Bool {
    guard let present = try copy.readIfPresent() else { return false }
    let state = present["state"]?.text ?? "in an unknown state"
    let isEqual =
      present["artifactSha256"] == original["artifactSha256"] && gates.allSatisfy { present[$0] == $1 }
    guard isEqual, ["published", "paused"].contains(state) else {
      throw CommandError(
        .refused, "release_exists",
        "\(name) exists already, is \(state) and is not what this would publish; choose another version")
    }
    guard try invocation[SigningArguments.out] == nil else {
      throw CommandError(
        .refused, "already_published",
        "\(name) is \(state) already, so there is nothing that others could sign",
        hint: "leave out --signing-out")
    }
    return true
  }

  private var gates: [String: JSONValue] {
    var gates: [String: JSONValue] = [:]
    gates["wrapperRange"] = wrapperRange.map { .string($0.description) } ?? original["wrapperRange"]
    gates["apiContractRange"] =
      apiContractRange.map { .string($0.description) } ?? original["apiContractRange"]
    return gates
  }

  /// Signs the release for its new channel if it has to be signed, and hands the signatures to `send`, which answers the
  /// warnings.
  private func publish(_ send: (_ signing: JSONValue?) throws -> PublishWarnings) throws -> PublishWarnings {
    let ahead = KeysAhead(for: copy.channel, invocation)
    defer { ahead.wait() }
    guard let (signatures, trust) = try signatures(ahead) else {
      try DevelopmentMode.requireNoRoot(invocation)
      return try send(nil).after(DevelopmentMode.warning(about: copy.channel))
    }
    let promotion = try promotion(trust)
    var warnings = PublishWarnings.none
    try signatures.sign({ promotion.release($0) }) { warnings = try send($0) }
    return warnings.before(PublishWarnings(ends: trust.offline.expiries, besides: copy.channel))
  }

  /// Those that others gave, or those that are given here, and what this machine verified; nil in development mode.
  private func signatures(_ ahead: KeysAhead) throws -> (any ReleaseSignatures, VerifiedTrust)? {
    if let file = try invocation[SigningArguments.file] {
      return (try SigningFile(file, for: client, invocation), try VerifiedTrust(of: client, invocation))
    }
    return try ReleaseSigner(for: copy.channel, of: client, invocation, ahead: ahead).map { ($0, $0.trust) }
  }

  private func promote(_ signing: JSONValue?) throws -> PublishWarnings {
    try promote(signing, isTrial: false)
  }

  private func promote(_ signing: JSONValue?, isTrial: Bool) throws -> PublishWarnings {
    var body: [String: JSONValue] = ["channel": .string(copy.channel.name)]
    body["wrapperRange"] = wrapperRange.map { .string($0.description) }
    body["apiContractRange"] = apiContractRange.map { .string($0.description) }
    body["signing"] = signing
    let change = RegistryClient.Call(
      method: .post, path: source.path + ["promote"], body: .object(body),
      idempotencyKey: try IdempotencyKey.random())
    return PublishWarnings(of: try client.admin(isTrial ? change.asTrial : change).data)
  }

  /// The publish on the new channel, for a server that only judges it.
  private func trial() throws -> PublishTrial {
    let release = try original.decoded(as: WebRelease.self)
    var draft = gates
    draft["releaseVersion"] = .string(copy.version.description)
    draft["artifactSha256"] = original["artifactSha256"]
    draft["entryFile"] = original["entryFile"]
    return PublishTrial(
      draft: .object(draft), sizeBytes: release.sizeBytes, tree: release.tree, isStrict: false,
      leavesDraft: false)
  }

  private func promotion(_ trust: VerifiedTrust) throws -> SignedPromotion {
    try SignedPromotion(
      of: source, to: copy.channel, wrapperRange: wrapperRange, apiContractRange: apiContractRange, trust)
  }
}
