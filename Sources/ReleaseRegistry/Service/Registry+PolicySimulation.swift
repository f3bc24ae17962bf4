import ReleaseModel

/// What a draft policy would change: for each wrapper of a fleet, what it is told today and what it would be told.
struct PolicySimulation: Encodable {
  struct Wrapper: Encodable {
    let wrapperVersion: SemanticVersion
    /// How many devices run it.
    let count: Int
    let today: NativeUpdateStatus
    let then: NativeUpdateStatus
    let changes: Bool
  }

  let wrappers: [Wrapper]
  /// Devices that would be told something else than today.
  let changedCount: Int
  let totalCount: Int
}

extension Registry {
  /// The most wrappers that one simulation may have.
  private static let maximumFleet = 10_000

  /// Tries a policy on a fleet without changing anything:
  /// `{"policy": {…}, "fleet": [{"wrapperVersion": "4.4.0", "count": 120}, …]}`.
  func simulatePolicy(_ body: [UInt8]) throws(RegistryError) -> AdminAnswer {
    var fields = try JSONFields(body, known: ["policy", "fleet"])
    let object = Self.object(fields.value("policy"), "policy", &fields)
    let fleet = Self.fleet(&fields)
    var draft = try fields.check(object)
    let rule = try Self.rule(NativePolicyDraft(), changedBy: &draft)
    let policy = NativePolicy(
      id: "", rule: rule, active: true, revision: 0, createdAt: configuration.clock(),
      updatedAt: configuration.clock())
    let today = snapshots.current.policy(rule.channel, rule.platform)
    let wrappers = fleet.map { version, count in
      let before = today?.status(for: version) ?? .current
      let then = policy.status(for: version)
      return PolicySimulation.Wrapper(
        wrapperVersion: version, count: count, today: before, then: then, changes: before != then)
    }
    return try AdminAnswer(
      PolicySimulation(
        wrappers: wrappers, changedCount: wrappers.reduce(0) { $0 + ($1.changes ? $1.count : 0) },
        totalCount: wrappers.reduce(0) { $0 + $1.count }))
  }

  private static func object(
    _ value: JSONValue?, _ name: String, _ fields: inout JSONFields
  ) -> JSONFields? {
    guard case .object(let members)? = value else {
      fields.collector.add(name, .missingField, "give the policy to try, as an object")
      return nil
    }
    return JSONFields(members, known: NativePolicyDraft.fields)
  }

  private static func fleet(_ fields: inout JSONFields) -> [(SemanticVersion, Int)] {
    guard case .array(let members) = fields.value("fleet") else {
      fields.collector.add(
        "fleet", .missingField,
        "give a list of up to \(maximumFleet) wrappers, such as [{\"wrapperVersion\": \"4.4.0\", \"count\": 120}]"
      )
      return []
    }
    guard members.count <= maximumFleet else {
      fields.collector.add(
        "fleet", .fleetTooLarge,
        "the fleet has \(members.count) wrappers; send at most \(maximumFleet), one for each version")
      return []
    }
    return members.enumerated().compactMap { index, member in
      let field = "fleet[\(index)]"
      guard case .object(let wrapper) = member, case .string(let text) = wrapper["wrapperVersion"] else {
        fields.collector.add(field, .invalidRequest, "give an object with a wrapperVersion and a count")
        return nil
      }
      fields.collector.refuseUnknown(wrapper.keys, knowing: ["wrapperVersion", "count"], in: field)
      var count = 1
      if let value = wrapper["count"] {
        guard case .integer(let number) = value, (0...1_000_000_000).contains(number) else {
          fields.collector.add("\(field).count", .invalidRequest, "the count must be a whole number from 0")
          return nil
        }
        count = Int(number)
      }
      return fields.collector.parse("\(field).wrapperVersion") { () throws(ModelError) in
        (try SemanticVersion(parsing: text), count)
      }
    }
  }
}
