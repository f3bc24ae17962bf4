/// Which keys sign for a role, and how many of them have to.
package struct SigningRule: Sendable, Hashable {
  /// The names of the keys, each once.
  package var keyids: [ExactText]
  /// How many distinct keys have to sign, from 1.
  package var threshold: Int64
  private let unknown: JSONObject

  package init(keyids: [ExactText], threshold: Int64) {
    self.init(keyids: keyids, threshold: threshold, unknown: [:])
  }

  private init(keyids: [ExactText], threshold: Int64, unknown: JSONObject) {
    self.keyids = keyids
    self.threshold = threshold
    self.unknown = unknown
  }

  /// Reads the rule out of a role's members and leaves the others there.
  init(takingFrom fields: inout FieldReader) throws(TrustError) {
    let keyids = try FieldReader.texts(try fields.array("keyids"), at: fields.path(of: "keyids"))
    guard Set(keyids).count == keyids.count else {
      throw TrustError(.duplicateKeyid, "'\(fields.path(of: "keyids"))' names a key twice")
    }
    self.init(keyids: keyids, threshold: try fields.integer("threshold", minimum: 1))
  }

  /// Reads an object that holds the rule and perhaps unknown members.
  init(_ fields: FieldReader) throws(TrustError) {
    var fields = fields
    let rule = try SigningRule(takingFrom: &fields)
    self.init(keyids: rule.keyids, threshold: rule.threshold, unknown: fields.rest)
  }

  var members: JSONObject {
    unknown.merging(["keyids": .array(keyids.map(StrictJSON.text)), "threshold": .integer(threshold)])
  }
}
