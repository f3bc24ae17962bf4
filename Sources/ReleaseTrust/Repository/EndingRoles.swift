package import ReleaseModel

/// The roles that people have to sign again soon, or too late, and what to type: the one rule for everything that warns.
package struct EndingRoles: Sendable, Hashable {
  /// A role's name and the end of its metadata.
  package struct Role: Sendable, Hashable {
    package let name: ExactText
    package let expires: Timestamp

    package init(name: ExactText, expires: Timestamp) {
      self.name = name
      self.expires = expires
    }
  }

  /// How long before the end a warning begins.
  package static let warningSeconds: Int64 = 30 * 86_400

  /// What the registry signs anew by itself, so that no person has to.
  package static let signedByRegistry: Set<ExactText> = [
    ReleaseRole.status, TopLevelRole.snapshot.name, TopLevelRole.timestamp.name,
  ]

  /// Those that end within 30 days or are over, in the order in which they were given; never empty.
  package let roles: [Role]
  private let now: Timestamp

  /// Picks out of all roles those to warn of; nil when there are none.
  package init?(among all: [Role], at now: Timestamp) {
    roles = all.filter { role in
      !Self.signedByRegistry.contains(role.name)
        && Self.seconds(from: now, to: role.expires) < Self.warningSeconds
    }
    self.now = now
    guard !roles.isEmpty else { return nil }
  }

  /// For programs: `expired_metadata` once one of them is over, `expiring_metadata` before.
  package var code: String { isOver ? "expired_metadata" : "expiring_metadata" }

  /// What begins one ceremony that renews all of them.
  package var command: String {
    let options = roles.map { " --renew \($0.name.string)" }.joined()
    return "relctl trust rotate renewal.json\(options)\(isOver ? " --accept-expired" : "")"
  }

  /// Which role ends when, for people.
  package var text: String {
    let ends = roles.map { "'\($0.name.string)' \(Self.end(of: $0.expires, at: now))" }
    return ends.count > 1
      ? ends.dropLast().joined(separator: ", ") + " and " + ends[ends.count - 1] : ends[0]
  }

  /// The same with the command, as one sentence.
  package var warning: String { "\(text); begin the renewal with '\(command)'" }

  /// `expires at …, in 24 days` or `has expired at …`.
  package static func end(of expires: Timestamp, at now: Timestamp) -> String {
    let left = seconds(from: now, to: expires)
    return left <= 0 ? "has expired at \(expires)" : "expires at \(expires), in \(left / 86_400) days"
  }

  private var isOver: Bool { roles.contains { $0.expires <= now } }

  private static func seconds(from now: Timestamp, to expires: Timestamp) -> Int64 {
    expires.secondsSinceEpoch - now.secondsSinceEpoch
  }
}

extension OfflineMetadata {
  /// Everything that people sign and that clients ask for, with its end: root, targets, and each channel that targets
  /// delegates to.
  package var expiries: [EndingRoles.Role] {
    let current = channels.sorted { $0.key < $1.key }.filter { authority(for: $0.key) != nil }
    return [
      .init(name: TopLevelRole.root.name, expires: root.content.expires),
      .init(name: TopLevelRole.targets.name, expires: targets.content.expires),
    ] + current.map { .init(name: $0.key, expires: $0.value.content.expires) }
  }
}
