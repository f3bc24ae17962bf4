import Cryptography
import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// A release as a change answers it, with what is allowed but seldom meant.
struct ReleaseOutcome: Encodable {
  let release: WebRelease
  let warnings: [Warning]

  struct Warning: Encodable, Sendable {
    let code: String
    let detail: String

    init(_ warning: PublishWarning) {
      code = warning.code.rawValue
      detail = warning.detail
    }
  }

  enum CodingKeys: String, CodingKey { case warnings }

  /// The release's own fields, and `warnings` beside them.
  func encode(to encoder: any Encoder) throws {
    try release.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(warnings, forKey: .warnings)
  }
}

/// A channel as it is listed.
struct ChannelRecord: Encodable {
  let channel: Channel
}

extension Registry {
  /// Makes a draft on a channel.
  func createRelease(
    _ input: ReleaseInput, on channel: Channel, _ context: ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    let salt = try Self.randomSalt()
    return try change(context) { scope in
      let artifact = try requireArtifact(input.artifactSha256, scope.session)
      if let existing = try scope.session.release(channel, input.releaseVersion) {
        throw RegistryError(
          .releaseExists,
          "\(existing.subject) exists already and is \(existing.state.rawValue); choose another version")
      }
      try requireFreeVersion(input.releaseVersion, artifact.sha256, scope.session)
      try requireEntryFile(input.entryFile, of: artifact)
      let release = WebRelease(
        channel: channel, releaseVersion: input.releaseVersion, state: .draft, sequence: nil,
        artifactSha256: artifact.sha256, sizeBytes: artifact.sizeBytes, tree: artifact.tree,
        entryFile: input.entryFile, gates: input.gates, notes: input.notes, rollout: input.rollout,
        rolloutSalt: salt,
        createdAt: scope.now, publishedAt: nil, stateReason: nil, revision: 1)
      try scope.changeRelease(channel, release.releaseVersion) { session in try session.insert(release) }
      try scope.audit("release.create", release.subject, after: release)
      return try AdminAnswer(
        ReleaseOutcome(release: release, warnings: try warnings(for: release)), status: 201,
        revision: release.revision)
    }
  }

  /// Deletes a draft; nothing else can be deleted.
  func deleteRelease(
    _ channel: Channel, _ version: SemanticVersion, revision: Int64?, _ context: ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    try change(context) { scope in
      let release = try requireRelease(channel, version, revision: revision, scope.session)
      guard release.state == .draft else {
        throw RegistryError(
          .invalidTransition,
          "\(release.subject) is \(release.state.rawValue); only a draft can be deleted, anything else can be retired"
        )
      }
      try scope.changeRelease(channel, version) { session in try session.deleteDraft(channel, version) }
      try scope.audit("release.delete", release.subject, before: release)
      return .noContent
    }
  }

  /// Changes the state of a release. One that is in the state already is answered as it is.
  func transition(
    _ transition: ReleaseTransition, _ channel: Channel, _ version: SemanticVersion, reason: String?,
    isStrict: Bool, signing: ReleaseSigning?, revision: Int64?, _ context: ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    let intact = transition == .publish ? try intactArtifact(of: channel, version) : nil
    return try change(context) { scope in
      let release = try requireRelease(channel, version, revision: revision, scope.session)
      if release.state == transition.target {
        return try AdminAnswer(ReleaseOutcome(release: release, warnings: []), revision: release.revision)
      }
      try transition.check(release)
      var warnings: [PublishWarning] = []
      var publication: Publication?
      if transition == .publish {
        warnings = try requirePublishable(release, isStrict: isStrict, intact: intact, scope.session)
        publication = try self.publication(of: release, signing, &scope)
        try scope.session.recordPublished(version, artifact: release.artifactSha256)
      }
      let changed = try release.moved(to: transition.target, reason: reason, publication: publication)
      try scope.changeRelease(channel, version) { session in try session.update(changed) }
      try scope.audit("release.\(transition.rawValue)", release.subject, before: release, after: changed)
      return try AdminAnswer(
        ReleaseOutcome(release: changed, warnings: warnings.map(ReleaseOutcome.Warning.init)),
        revision: changed.revision)
    }
  }

  /// The channels that have releases, by name.
  func channels() throws(RegistryError) -> [ChannelRecord] {
    try store.scan { session in
      try session.channelsWithReleases().sorted { $0.name < $1.name }.map(ChannelRecord.init)
    }
  }

  /// One page of a channel's releases, newest first, and where the next page starts; with a version, that release alone, or
  /// none.
  func releases(
    of channel: Channel, _ version: SemanticVersion? = nil, after cursor: ReleaseCursor?, limit: Int
  ) throws(RegistryError) -> (page: [WebRelease], next: ReleaseCursor?) {
    try store.read { session in
      if let version { return (try session.release(channel, version).map { [$0] } ?? [], nil) }
      let found = try session.releases(of: channel, after: cursor, limit: limit + 1)
      let page = found.prefix(limit)
      return (page.map(\.release), found.count > limit ? page.last?.cursor : nil)
    }
  }

  /// One release; `release_not_found` when there is none.
  func release(_ channel: Channel, _ version: SemanticVersion) throws(RegistryError) -> WebRelease {
    try store.read { session in try requireRelease(channel, version, revision: nil, session) }
  }

  func requireRelease(
    _ channel: Channel, _ version: SemanticVersion, revision: Int64?, _ session: any StoreSession
  ) throws -> WebRelease {
    guard let release = try session.release(channel, version) else {
      throw RegistryError(
        .releaseNotFound,
        "there is no release \(version) on the channel '\(channel)'; list the channel's releases")
    }
    if let revision, revision != release.revision {
      throw RegistryError(
        .staleRevision,
        "\(release.subject) has revision \(release.revision), not \(revision): somebody changed it; read it again"
      )
    }
    return release
  }

  static func randomSalt() throws(RegistryError) -> RolloutSalt {
    do {
      return RolloutSalt(try randomBytes(count: 8).reduce(0) { $0 << 8 | UInt64($1) })
    } catch {
      throw RegistryError(.internalError, error.message, cause: error)
    }
  }
}
