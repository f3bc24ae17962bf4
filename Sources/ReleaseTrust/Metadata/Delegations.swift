/// The roles that a targets role trusts with some paths, most trusted first.
package struct Delegations: Sendable, Hashable {
  /// The keys by their names.
  package var keys: [ExactText: TUFKey]
  /// In the order of trust; each name once.
  package var roles: [DelegatedRole]
  private let unknown: JSONObject

  package init(keys: [TUFKey], roles: [DelegatedRole]) {
    self.keys = Dictionary(keys.map { ($0.keyid, $0) }) { first, _ in first }
    self.roles = roles
    unknown = [:]
  }

  init(_ fields: FieldReader) throws(TrustError) {
    var fields = fields
    keys = try [ExactText: TUFKey](try fields.object("keys"))
    roles = []
    var names: Set<ExactText> = []
    for (index, value) in try fields.array("roles").enumerated() {
      let role = try DelegatedRole(value, at: "\(fields.path).roles.\(index)")
      guard names.insert(role.name).inserted else {
        throw TrustError(.duplicateRole, "'\(fields.path).roles' has the role '\(role.name)' twice")
      }
      roles.append(role)
    }
    unknown = fields.rest
  }

  var members: JSONObject {
    unknown.merging(["keys": keys.json, "roles": .array(roles.map(\.json))])
  }
}
