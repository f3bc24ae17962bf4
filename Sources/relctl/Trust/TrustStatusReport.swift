import ReleaseModel
import ReleaseTrust

/// Shows a registry's roles, what expires soon, and what to do about it.
struct TrustStatusReport {
  /// How far two clocks may be apart without a word.
  private static let clockTolerance: Int64 = 2 * 3_600

  private let status: RegistryTrustStatus
  private let now: Timestamp
  private let names: KeyNames

  init(_ status: RegistryTrustStatus, now: Timestamp, names: KeyNames) {
    self.status = status
    self.now = now
    self.names = names
  }

  /// What expires within 30 days, is over or was signed for too long, and keys that root does not name yet, with what to type.
  var warnings: [String] {
    get throws { try expiries + lateEnds + keys }
  }

  private var keys: [String] {
    get throws {
      guard try status.nextOnlineKey != nil else { return [] }
      return status.json["onlineKeyListed"] == .bool(true)
        ? [
          "a new key of the registry waits for a root that names it: relctl trust rotate online.json --online-key"
        ]
        : [
          "root does not name the registry's key, so nothing can be published: relctl trust rotate online.json --online-key"
        ]
    }
  }

  private var expiries: [String] {
    get throws(CommandError) {
      // The registry renews its own at half-time: only one that is over is a matter for people.
      let ends = try status.ends
      let stuck =
        ends
        .filter { EndingRoles.signedByRegistry.contains($0.name) && $0.expires <= now }
        .map { role in
          "'\(role.name.string)' \(EndingRoles.end(of: role.expires, at: now)): the registry does not sign any more; "
            + "'relctl doctor' says why"
        }
      return (EndingRoles(among: ends, at: now).map { ["\($0.text): \($0.command)"] } ?? [])
        + stuck
    }
  }

  /// What the registry signs itself is never good for longer than it says, unless one of the clocks is or was wrong.
  private var lateEnds: [String] {
    get throws(CommandError) {
      var warnings: [String] = []
      for role in try status.roles {
        guard let lifetime = role.lifetimeSeconds, left(role) > lifetime + Self.clockTolerance else {
          continue
        }
        warnings.append(
          "'\(role.name)' expires at \(role.expires), later than the \(Self.text(lifetime)) for which the registry signs it: "
            + "its clock is ahead or was, or this machine's is behind; set it right, and a running registry signs anew within "
            + "a minute")
      }
      return warnings
    }
  }

  private func left(_ role: RegistryTrustStatus.Role) -> Int64 {
    role.expires.secondsSinceEpoch - now.secondsSinceEpoch
  }

  func report(saying sentences: [String] = []) throws -> Report {
    let warnings = try warnings
    let rows = try status.roles.map { role in
      [
        role.name, "\(role.version)", role.expires.description,
        "\(role.threshold) of \(role.keyids.count)", days(until: role.expires),
        role.keyids.map(names.text(keyid:)).joined(separator: ", "),
      ]
    }
    var json = status.json
    if case .object(var members) = json {
      members["warnings"] = .array(warnings.map(JSONValue.string))
      json = .object(members)
    }
    let mode =
      status.isSigned
      ? "Releases are signed here."
      : "This registry has no root: it is in development mode, and nothing is signed. Begin with 'relctl trust init'."
    return Report(
      json: json,
      text: .parts(
        [
          .lines(sentences + [mode]),
          .table(
            Table(
              columns: ["ROLE", "VERSION", "EXPIRES", "THRESHOLD", "LEFT", "KEYS"], rows: rows,
              whenEmpty: "There is no metadata.")),
        ] + (warnings.isEmpty ? [] : [.lines(warnings.map { "warning: \($0)" })])))
  }

  private func days(until time: Timestamp) -> String {
    let left = time.secondsSinceEpoch - now.secondsSinceEpoch
    return left < 0 ? "over" : Self.text(left)
  }

  private static func text(_ seconds: Int64) -> String {
    seconds < 2 * 86_400 ? "\(seconds / 3600) h" : "\(seconds / 86_400) days"
  }
}
