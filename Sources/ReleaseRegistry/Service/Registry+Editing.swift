import ReleaseModel
import ReleaseTrust

extension Registry {
  /// Changes fields of a release: any of a draft, notes and rollout of one that is published or paused. Without a
  /// revision, whatever revision it has.
  func editRelease(
    _ channel: Channel, _ version: SemanticVersion, body: [UInt8], revision: Int64?, _ context: ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    var fields = try JSONFields(body, known: ReleaseInput.fields.subtracting(["releaseVersion"]))
    let artifact = fields.optional("artifactSha256") { text throws(ModelError) in try Digest(parsing: text) }
    let wrapper = fields.optional("wrapperRange", ReleaseGates.gate)
    let contract = fields.optional("apiContractRange", ReleaseGates.gate)
    let entryFile = fields.text("entryFile", maximumLength: 1_024)
    let notes = ReleaseInput.notes(&fields)
    let rollout = try ReleaseInput.rollout(&fields)
    try fields.check()
    let changesContent = artifact != nil || wrapper != nil || contract != nil || entryFile != nil
    return try change(context) { scope in
      let release = try requireRelease(channel, version, revision: revision, scope.session)
      guard release.state == .draft || (!changesContent && release.state != .retired) else {
        throw RegistryError(
          .invalidTransition,
          "\(release.subject) is \(release.state.rawValue): its content never changes; "
            + "only notes and rollout can be changed, and nothing once it is retired")
      }
      let record = try requireArtifact(artifact ?? release.artifactSha256, scope.session)
      let gates = ReleaseGates(
        wrapperRange: wrapper ?? release.wrapperRange, apiContractRange: contract ?? release.apiContractRange)
      let changed = try release.edited(
        artifact: record, entryFile: entryFile, gates: gates, notes: notes, rollout: rollout)
      if changesContent {
        try requireFreeVersion(version, record.sha256, scope.session)
        try requireEntryFile(changed.entryFile, of: record)
      }
      try scope.changeRelease(channel, version) { session in try session.update(changed) }
      try scope.audit("release.edit", release.subject, before: release, after: changed)
      return try AdminAnswer(ReleaseOutcome(release: changed, warnings: []), revision: changed.revision)
    }
  }

  /// Publishes the artifact of a release on another channel, with every gate copied that is not named.
  func promote(
    _ channel: Channel, _ version: SemanticVersion, to target: Channel,
    gates: (wrapper: VersionRange?, contract: VersionRange?),
    reason: String?, isStrict: Bool, signing: ReleaseSigning?, _ context: ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    guard target != channel else {
      throw RegistryError(
        field: "channel",
        ModelError(.invalidChannel, "the release is on '\(channel)' already; name another channel"))
    }
    let salt = try Self.randomSalt()
    let intact = try intactArtifact(of: channel, version)
    return try change(context) { scope in
      let source = try requireRelease(channel, version, revision: nil, scope.session)
      guard source.state == .published || source.state == .paused else {
        throw RegistryError(
          .invalidTransition,
          "\(source.subject) is \(source.state.rawValue); only a published or paused release can be promoted")
      }
      let wanted = ReleaseGates(
        wrapperRange: gates.wrapper ?? source.wrapperRange,
        apiContractRange: gates.contract ?? source.apiContractRange)
      if let existing = try scope.session.release(target, version) {
        guard existing.artifactSha256 == source.artifactSha256, existing.gates == wanted,
          existing.state == .published || existing.state == .paused
        else {
          throw RegistryError(
            .releaseExists,
            "\(existing.subject) exists already, is \(existing.state.rawValue) and differs; choose another version"
          )
        }
        return try AdminAnswer(ReleaseOutcome(release: existing, warnings: []), revision: existing.revision)
      }
      let draft = WebRelease(
        channel: target, releaseVersion: version, state: .draft, sequence: nil,
        artifactSha256: source.artifactSha256,
        sizeBytes: source.sizeBytes, tree: source.tree, entryFile: source.entryFile, gates: wanted,
        notes: source.notes, rollout: .everybody, rolloutSalt: salt, createdAt: scope.now, publishedAt: nil,
        stateReason: nil,
        revision: 0)
      let warnings = try requirePublishable(draft, isStrict: isStrict, intact: intact, scope.session)
      let publication = try publication(of: draft, signing, &scope)
      let promoted = try draft.moved(to: .published, reason: reason, publication: publication)
      try scope.changeRelease(target, version) { session in try session.insert(promoted) }
      try scope.session.recordPublished(version, artifact: promoted.artifactSha256)
      try scope.audit("release.promote", promoted.subject, before: source, after: promoted)
      return try AdminAnswer(
        ReleaseOutcome(release: promoted, warnings: warnings.map(ReleaseOutcome.Warning.init)), status: 201,
        revision: promoted.revision)
    }
  }
}

extension JSONFields {
  /// Parses a text when it is there; notes why it is refused.
  mutating func optional<Value>(_ name: String, _ parser: (String) throws(ModelError) -> Value) -> Value? {
    guard let text = text(name) else { return nil }
    return collector.parse(name) { () throws(ModelError) in try parser(text) }
  }
}
