import ReleaseModel

/// What a client sends for a release, as it sent it.
struct ReleaseInput: Sendable {
  var releaseVersion: SemanticVersion
  var artifactSha256: Digest
  var entryFile: String
  var gates: ReleaseGates
  var notes: String
  var rollout: RolloutBasisPoints

  static let fields: Set<String> = [
    "releaseVersion", "artifactSha256", "entryFile", "wrapperRange", "apiContractRange", "notes",
    "rolloutBasisPoints",
  ]

  /// The most characters that notes may have.
  static let maximumNotesLength = 16_384

  /// Reads the body of a create; reports everything that is wrong with it.
  init(_ body: [UInt8]) throws(RegistryError) {
    var fields = try JSONFields(body, known: Self.fields)
    try self.init(&fields)
  }

  /// Reads the same members of a body that may have others; reports everything that is wrong with them.
  init(_ fields: inout JSONFields) throws(RegistryError) {
    let version = fields.parse("releaseVersion", "the release version, such as 2.14.0") {
      text throws(ModelError) in
      try SemanticVersion(parsing: text)
    }
    let artifact = fields.parse("artifactSha256", "the SHA-256 of an uploaded artifact") {
      text throws(ModelError) in
      try Digest(parsing: text)
    }
    let wrapper = fields.parse(
      "wrapperRange", "the wrapper range, such as '>=4.2.0 <6.0.0'", ReleaseGates.gate)
    let contract = fields.parse(
      "apiContractRange", "the API-contract range, such as '^3.1.0'", ReleaseGates.gate)
    entryFile = fields.text("entryFile", maximumLength: 1_024) ?? "index.html"
    notes = Self.notes(&fields) ?? ""
    let rollout = try Self.rollout(&fields)
    let required = try fields.check(version, artifact, wrapper, contract)
    (releaseVersion, artifactSha256) = (required.0, required.1)
    gates = ReleaseGates(wrapperRange: required.2, apiContractRange: required.3)
    self.rollout = rollout ?? .everybody
  }

  /// The notes, when they are given.
  static func notes(_ fields: inout JSONFields) -> String? {
    fields.prose("notes", maximumLength: maximumNotesLength, .invalidNotes)
  }

  /// The rollout, when one is given.
  static func rollout(_ fields: inout JSONFields) throws(RegistryError) -> RolloutBasisPoints? {
    guard let value = fields.integer("rolloutBasisPoints") else { return nil }
    return fields.collector.parse("rolloutBasisPoints") { () throws(ModelError) in
      try RolloutBasisPoints(value)
    }
  }
}
