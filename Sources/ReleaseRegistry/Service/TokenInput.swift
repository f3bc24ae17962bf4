import ReleaseModel

/// What a client sends for a new token.
struct TokenInput: Sendable {
  let name: String
  let role: Role
  let channels: [Channel]
  let expiresAt: Timestamp?

  static let fields: Set<String> = ["name", "role", "channels", "expiresAt"]

  /// Reads the body of a create; reports everything that is wrong with it.
  init(_ body: [UInt8], now: Timestamp) throws(RegistryError) {
    var fields = try JSONFields(body, known: Self.fields)
    let role = fields.parse("role", "the role: viewer, publisher or super-admin", Self.role(parsing:))
    name = fields.line("name", maximumLength: 200, .invalidTokenName) ?? role?.rawValue ?? ""
    channels = Self.channels(for: role, &fields)
    expiresAt = fields.optional("expiresAt") { text throws(ModelError) in
      guard let time = Timestamp(parsing: text), time > now else {
        throw ModelError(
          .invalidExpiry, "'\(text.prefix(40))' is not a future time; write YYYY-MM-DDTHH:MM:SSZ")
      }
      return time
    }
    self.role = try fields.check(role)
  }

  private static func role(parsing text: String) throws(ModelError) -> Role {
    guard let role = Role(rawValue: text) else {
      throw ModelError(
        .invalidRole, "'\(text.prefix(40))' is not a role; write viewer, publisher or super-admin")
    }
    return role
  }

  private static func channels(for role: Role?, _ fields: inout JSONFields) -> [Channel] {
    let names = fields.texts("channels") ?? []
    if role == .publisher, names.isEmpty {
      fields.collector.add("channels", .missingField, "a publisher needs the channels that it may change")
    }
    if let role, role != .publisher, !names.isEmpty {
      fields.collector.add(
        "channels", .invalidRequest, "only a publisher is bound to channels; leave them out")
    }
    var channels: [Channel] = []
    for name in names {
      let channel = fields.collector.parse("channels") { () throws(ModelError) in try Channel(parsing: name) }
      if let channel, !channels.contains(channel) { channels.append(channel) }
    }
    return channels
  }
}
