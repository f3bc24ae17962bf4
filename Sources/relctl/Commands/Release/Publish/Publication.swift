import HTTPClient
import ReleaseBundle
import ReleaseModel

/// Brings a release from a bundle on this machine to "published" on the server, doing only what is not done yet.
struct Publication {
  let intent: PublishIntent
  let bundle: PreparedBundle
  let resource: ReleaseResource
  /// Signs the release; nil when nothing is signed here.
  let signer: (any ReleaseSignatures)?
  let console: Console
  /// What else others have to sign before it is published; nil when nothing is to be written for them.
  var request: SigningRequest?

  /// What came of it, and what a person is to be warned about.
  typealias Outcome = (report: Report, warnings: PublishWarnings)

  /// How far the server is.
  private enum Progress {
    case nothing
    /// A draft of this version, equal to what is wanted or not.
    case draft(JSONValue, isEqual: Bool)
    case published(JSONValue)
  }

  private var name: String { "\(intent.version) on \(intent.channel)" }

  /// What the server answers when somebody else changed the release after this run looked at it. The same command may run
  /// several times at once.
  private static let overtakenCodes: Set = [
    "release_exists", "release_not_found", "stale_revision", "invalid_transition",
  ]

  /// How often it is looked again when others work on the same release at the same moment.
  private static let maximumAttempts = 10

  /// Does it, reads the release back, compares, and only then says so.
  func perform() throws -> Outcome {
    var ownDraft: JSONValue?
    var attempt = 0
    while true {
      attempt += 1
      let progress = try progress()
      do {
        return try complete(progress, &ownDraft)
      } catch let error as CommandError where Self.overtakenCodes.contains(error.code) {
        guard attempt < Self.maximumAttempts else { throw error }
      } catch let error as CommandError where error.status == .refused {
        throw ownDraft.map { withdraw($0, after: error) } ?? error
      }
    }
  }

  /// Does what is left to do. A draft that did not exist before is remembered in `ownDraft`.
  private func complete(_ progress: Progress, _ ownDraft: inout JSONValue?) throws -> Outcome {
    switch progress {
    case .published(let release):
      _ = try bundle.accepted()
      try intent.requireDone(by: release)
      return (ReleaseReport.one(release, saying: "\(name) was published already.", warnings: []), .none)
    case .nothing:
      try upload()
      ownDraft = try resource.client.admin(
        .init(
          method: .post, path: ["channels", intent.channel.name, "releases"],
          body: try intent.draft(of: bundle),
          idempotencyKey: IdempotencyKey.random())
      ).data
    case .draft(let draft, let isEqual):
      if isEqual {
        _ = try bundle.accepted()
      } else {
        try upload()
        _ = try resource.patch(draft, intent.change(to: bundle))
      }
    }
    let warnings = intent.leavesDraft ? request?.warnings ?? .none : try publish(send)
    return (try confirm(warnings.json), warnings)
  }

  /// Removes the draft that this run made for a publish that was refused; answers why it was.
  private func withdraw(_ draft: JSONValue, after refusal: CommandError) -> CommandError {
    do {
      try resource.deleteDraft(draft)
      return refusal
    } catch {
      var refusal = refusal
      let cause = CommandError(reporting: error).message
      refusal.hint = "the draft of \(name) is still there, and publishing it again takes it up: \(cause)"
      return refusal
    }
  }

  /// Says what `perform` would do, and throws what it would.
  func predict() throws -> Outcome {
    let size = ByteCount.short(try bundle.accepted().sizeBytes)
    let end = intent.leavesDraft ? "left as a draft" : "published"
    let sentence: String
    var warnings = PublishWarnings.none
    switch try progress() {
    case .published(let release):
      try intent.requireDone(by: release)
      sentence = "\(name) is published already; nothing would change."
    case .nothing:
      warnings = try simulate()
      sentence = "\(size) would be uploaded, and \(name) would be \(end)."
    case .draft(_, let isEqual):
      warnings = try simulate()
      let change = isEqual ? "is there" : "would be changed"
      sentence = "the draft of \(name) \(change), and would be \(end)."
    }
    let report = Report(
      json: [
        "dryRun": true, "release": try intent.draft(of: bundle), "warnings": .array(warnings.json),
        "would": .string(sentence),
      ],
      text: .lines(["dry run: " + sentence]))
    return (report, warnings)
  }

  private func progress() throws -> Progress {
    guard let release = try resource.readIfPresent() else { return .nothing }
    let differences = try intent.differences(from: release, bundle)
    let state = release["state"]?.text ?? ""
    if state == ReleaseState.draft.rawValue { return .draft(release, isEqual: differences.isEmpty) }
    guard differences.isEmpty else {
      throw CommandError(
        .refused, "version_conflict", "\(name) was published as something else, and a version never changes",
        hint: "publish this under a new version", details: differences)
    }
    guard state == ReleaseState.published.rawValue else {
      throw CommandError(
        .refused, "invalid_transition", "\(name) is \(state) and cannot be published",
        hint: state == ReleaseState.paused.rawValue
          ? "relctl release resume \(intent.channel) \(intent.version)" : "publish it under a new version")
    }
    return .published(release)
  }

  private func upload() throws {
    try signer?.requireMatch { try intent.release(of: bundle, sequence: $0) }
    let stored = try ArtifactUpload(client: resource.client, bundle: bundle).send(console)
    let expected = try bundle.accepted()
    guard stored["sha256"]?.text == expected.sha256.description,
      stored["tree"]?["sha256"]?.text == expected.tree?.sha256.description
    else {
      throw CommandError(
        .integrity, "artifact_mismatch",
        "the server stored other bytes than were sent; nothing was published",
        hint: "a proxy in between may rewrite zips; send it again past the proxy")
    }
  }

  /// Signs the release if it has to be signed, and hands the signatures to `send`, which answers the warnings.
  private func publish(_ send: (_ signing: JSONValue?) throws -> PublishWarnings) throws -> PublishWarnings {
    guard let signer else { return try send(nil).after(DevelopmentMode.warning(about: intent.channel)) }
    let ending = PublishWarnings(ends: try signer.ends(), besides: intent.channel)
    var warnings = PublishWarnings.none
    try signer.sign({ try intent.release(of: bundle, sequence: $0) }) { warnings = try send($0) }
    return warnings.before(ending)
  }

  private func send(_ signing: JSONValue?) throws -> PublishWarnings {
    var body: [String: JSONValue] = ["strict": .bool(intent.isStrict)]
    body["signing"] = signing
    let answer = try resource.client.admin(
      .init(
        method: .post, path: resource.path + ["publish"], body: .object(body),
        idempotencyKey: IdempotencyKey.random()))
    return PublishWarnings(of: answer.data)
  }

  /// The same with a server that only judges it.
  private func simulate() throws -> PublishWarnings {
    let inspection = try bundle.accepted()
    let trial = PublishTrial(
      draft: try intent.draft(of: bundle), sizeBytes: inspection.sizeBytes, tree: inspection.tree,
      isStrict: intent.isStrict, leavesDraft: intent.leavesDraft, bundle: bundle)
    if intent.leavesDraft { return try trial.send(nil, to: resource) }
    return try publish { try trial.send($0, to: resource) }
  }

  private func confirm(_ warnings: [JSONValue]) throws -> Report {
    let release = try resource.read()
    let wanted: ReleaseState = intent.leavesDraft ? .draft : .published
    let differences = try intent.differences(from: release, bundle)
    guard release["state"]?.text == wanted.rawValue, differences.isEmpty else {
      throw CommandError(
        .failed, "state_not_reached",
        "\(name) was to be \(wanted.rawValue), but the server says '\(release["state"]?.shown ?? "nothing")'",
        hint: "somebody may have changed it at the same moment; 'relctl audit list' shows who",
        details: differences)
    }
    let sentence = intent.leavesDraft ? "\(name) is a draft." : "\(name) is published."
    if let request {
      return try request.write({ try intent.release(of: bundle, sequence: $0) }, saying: sentence)
    }
    return ReleaseReport.one(release, saying: sentence, warnings: warnings)
  }
}
