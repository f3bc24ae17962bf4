import ReleaseModel

/// What came of a release on one device, as the device tells it. Anybody can send one, so nothing in it is trusted, and
/// every text is of few characters that cannot steer a terminal.
struct InstallReport: Sendable, Hashable {
  let id: MutationId
  let channel: Channel
  let releaseVersion: SemanticVersion
  /// The digest of the release's zip.
  let releaseSha256: Digest
  /// How it ended.
  let outcome: ReportOutcome
  /// The step in which it failed.
  let stage: ReportName?
  /// Why it failed, as the device's errors are coded.
  let code: ReportName?
  let wrapperVersion: SemanticVersion
  let platform: Platform
  /// When it was, by the device's clock.
  let occurredAt: Timestamp?
}

/// A stage or a code: an ASCII letter, then up to 63 letters, digits, `_`, `-` or `.`.
struct ReportName: Sendable, Hashable {
  /// What `text` looks like.
  static let pattern = "^[A-Za-z][A-Za-z0-9._-]{0,63}$"

  let text: String

  /// Refuses with `invalid_report_name` what has other characters or too many.
  init(parsing text: String) throws(ModelError) {
    let isAllowed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isAllowed, (1...64).contains(text.utf8.count),
      text.utf8.first.map({ $0 > UInt8(ascii: "9") }) == true,
      text.utf8.first != UInt8(ascii: "_")
    else {
      throw ModelError(
        .invalidReportName,
        "it is no name; write a letter, then up to 63 letters, digits, '_', '-' or '.', such as hash_mismatch"
      )
    }
    self.text = text
  }
}

extension InstallReport {
  /// The members of a report's JSON.
  private static let members: Set<String> = [
    "clientMutationId", "channel", "releaseVersion", "releaseSha256", "outcome", "stage", "code",
    "wrapperVersion", "platform", "occurredAt",
  ]

  /// Reads the body of a report; refuses it with everything that is wrong with it. Members that are not known are
  /// passed over, because a device may be newer than its registry.
  init(_ body: [UInt8]) throws(RegistryError) {
    var fields = try JSONFields(body, known: Self.members, mayHaveOthers: true)
    let id = fields.parse("clientMutationId", "the report's UUID", MutationId.init(parsing:))
    let channel = fields.parse("channel", "the release's channel", Channel.init(parsing:))
    let version = fields.parse(
      "releaseVersion", "the release's version, such as 2.14.0", SemanticVersion.init(parsing:))
    let sha256 = fields.parse("releaseSha256", "the SHA-256 of the release's zip", Digest.init(parsing:))
    let outcome = fields.parse("outcome", "how it ended", ReportOutcome.init(parsing:))
    stage = fields.optional("stage", ReportName.init(parsing:))
    code = fields.optional("code", ReportName.init(parsing:))
    let wrapper = fields.parse(
      "wrapperVersion", "the wrapper's version, such as 4.5.0", SemanticVersion.init(parsingWrapperVersion:))
    let platform = fields.parse("platform", "'ios' or 'android'", Platform.init(parsing:))
    occurredAt = fields.optional("occurredAt", Self.time)
    (self.id, self.channel, releaseVersion, releaseSha256, self.outcome, wrapperVersion, self.platform) =
      try fields.check(id, channel, version, sha256, outcome, wrapper, platform)
  }

  private static func time(_ text: String) throws(ModelError) -> Timestamp {
    guard let time = Timestamp(parsing: text) else {
      throw ModelError(
        .invalidOccurredAt,
        "'\(text.prefix(40))' is no time; write it as 2026-07-21T10:00:00Z, or leave it out")
    }
    return time
  }
}
