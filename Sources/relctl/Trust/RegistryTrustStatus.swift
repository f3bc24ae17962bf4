import Cryptography
import ReleaseModel
import ReleaseTrust

/// What a registry says about its own trust: `GET /admin/v1/trust`. Nobody has verified it.
struct RegistryTrustStatus {
  let json: JSONValue

  init(of client: RegistryClient) throws {
    json = try client.admin(.init(path: ["trust"])).data
  }

  init(_ json: JSONValue) { self.json = json }

  /// Whether releases have to be signed there.
  var isSigned: Bool { json["mode"]?.text == "signed" }

  /// The sequence of the next publish.
  var nextSequence: Int64 {
    get throws(CommandError) {
      guard case .integer(let sequence)? = json["nextSequence"] else { throw unexpected("nextSequence") }
      return sequence
    }
  }

  /// The key that the registry signs with by itself.
  var onlineKey: PublicKey {
    get throws { try key("onlineKey", json["onlineKey"] ?? .null) }
  }

  /// The key that the next root is to name in its place; nil when it is not being replaced.
  var nextOnlineKey: PublicKey? {
    get throws { try json["nextOnlineKey"].map { try key("nextOnlineKey", $0) } }
  }

  private func key(_ member: String, _ value: JSONValue) throws -> PublicKey {
    guard let digits = value["keyval"]?["public"]?.text, let raw = ExactText(digits).hexadecimalBytes else {
      throw unexpected(member)
    }
    return try PublicKey(ed25519: raw)
  }

  /// One role, as far as the registry tells.
  struct Role {
    let name: String
    let version: Int64
    let expires: Timestamp
    let threshold: Int64
    let keyids: [String]
    /// For how long the registry signs it; nil for what people sign.
    let lifetimeSeconds: Int64?
  }

  var roles: [Role] {
    get throws(CommandError) {
      var roles: [Role] = []
      for role in json["roles"]?.elements ?? [] {
        guard let name = role["role"]?.text, case .integer(let version)? = role["version"],
          let expires = role["expires"]?.text.flatMap(Timestamp.init(parsing:)),
          case .integer(let threshold)? = role["threshold"]
        else { throw unexpected("roles") }
        var lifetime: Int64?
        if case .integer(let seconds)? = role["lifetimeSeconds"] { lifetime = seconds }
        roles.append(
          Role(
            name: name, version: version, expires: expires, threshold: threshold,
            keyids: (role["keyids"]?.elements ?? []).compactMap(\.text),
            lifetimeSeconds: lifetime))
      }
      return roles
    }
  }

  /// The ends of the roles that somebody may sign for. A channel that was removed has nobody.
  var ends: [EndingRoles.Role] {
    get throws(CommandError) {
      try roles.filter { $0.threshold > 0 }
        .map { .init(name: ExactText($0.name), expires: $0.expires) }
    }
  }

  private func unexpected(_ member: String) -> CommandError {
    CommandError(
      .unreachable, "invalid_response", "the registry's answer about trust has no usable '\(member)'",
      hint: "is relctl as new as the registry?")
  }
}
