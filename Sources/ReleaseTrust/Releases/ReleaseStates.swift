package import ReleaseModel

/// What the status role says: which releases are not offered any more, and which are offered to a share of the devices.
///
/// It stands in the metadata of the role `status` under `channels`; whatever is not named there and was signed for its
/// channel is published and offered to all.
package struct ReleaseStates: Sendable, Hashable {
  /// What is said of one channel's releases.
  package struct Withdrawals: Sendable, Hashable {
    package var paused: Set<SemanticVersion> = []
    package var retired: Set<SemanticVersion> = []
    /// Releases that are offered to fewer than all devices, in basis points from 0 to 9999.
    package var partial: [SemanticVersion: Int] = [:]

    package init() {}

    /// Whether nothing is said.
    package var isEmpty: Bool { paused.isEmpty && retired.isEmpty && partial.isEmpty }
  }

  /// By the channel; one that nothing is said of is missing.
  package var channels: [Channel: Withdrawals]

  package init(_ channels: [Channel: Withdrawals] = [:]) {
    self.channels = channels.filter { !$0.value.isEmpty }
  }

  /// Whether a release is withdrawn: paused or retired.
  package func isWithdrawn(_ version: SemanticVersion, on channel: Channel) -> Bool {
    guard let said = channels[channel] else { return false }
    return said.paused.contains(version) || said.retired.contains(version)
  }

  /// Whether a release is offered to every device that can run it.
  package func isOfferedToAll(_ version: SemanticVersion, on channel: Channel) -> Bool {
    !isWithdrawn(version, on: channel) && channels[channel]?.partial[version] == nil
  }
}

extension ReleaseStates {
  private static let member: ExactText = "channels"

  /// Reads them from the metadata of the status role.
  package init(_ metadata: TargetsMetadata) throws(TrustError) {
    var fields = FieldReader(metadata.unknown, at: "signed")
    var channels: [Channel: Withdrawals] = [:]
    for member in try fields.object(Self.member).rest.members {
      let path: FieldPath = "signed.channels.\(member.name)"
      let channel = try Self.parse(Channel.init(parsing:), member.name, at: path)
      channels[channel] = try Withdrawals(try FieldReader(member.value, at: path))
    }
    self.init(channels)
  }

  /// The metadata of the status role.
  package func metadata(version: Int64, expires: Timestamp) -> TargetsMetadata {
    let members = channels.map { (ExactText($0.key.name), StrictJSON.object($0.value.json)) }
    return TargetsMetadata(
      version: version, expires: expires, unknown: [Self.member: .object(JSONObject(members))])
  }

  fileprivate static func parse<Value>(
    _ parse: (String) throws(ModelError) -> Value, _ text: ExactText, at path: FieldPath
  ) throws(TrustError) -> Value {
    do throws(ModelError) {
      return try parse(text.string)
    } catch {
      throw TrustError(.invalidMetadata, "'\(path)': \(error.message)", cause: error)
    }
  }
}

extension ReleaseStates.Withdrawals {
  fileprivate init(_ fields: FieldReader) throws(TrustError) {
    var fields = fields
    paused = try Self.versions("paused", &fields)
    retired = try Self.versions("retired", &fields)
    var shares = try fields.object("partial")
    for name in shares.rest.members.map(\.name) {
      let path = shares.path(of: name)
      let version = try ReleaseStates.parse(SemanticVersion.init(parsing:), name, at: path)
      partial[version] = Int(try shares.integer(name, minimum: 0))
    }
  }

  fileprivate var json: JSONObject {
    func list(_ versions: Set<SemanticVersion>) -> StrictJSON {
      .array(versions.map { ExactText($0.description) }.sorted().map(StrictJSON.text))
    }
    let shares = partial.map { (ExactText($0.key.description), StrictJSON.integer(Int64($0.value))) }
    return [
      "paused": list(paused), "retired": list(retired), "partial": .object(JSONObject(shares)),
    ]
  }

  private static func versions(
    _ name: ExactText, _ fields: inout FieldReader
  ) throws(TrustError) -> Set<SemanticVersion> {
    let path = fields.path(of: name)
    var versions: Set<SemanticVersion> = []
    for text in try FieldReader.texts(try fields.array(name), at: path) {
      versions.insert(try ReleaseStates.parse(SemanticVersion.init(parsing:), text, at: path))
    }
    return versions
  }
}
