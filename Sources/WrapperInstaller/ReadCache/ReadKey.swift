/// What is asked for, within a scope.
public struct ReadKey: Sendable, Hashable {
  /// What belongs together: a write to any of it makes all of it untrue, as `timesheets` for its lists and pages.
  public let group: String
  /// The one thing in the group: a path with its query, for example.
  public let name: String

  /// Names a thing in its group.
  public init(group: String, name: String) {
    self.group = group
    self.name = name
  }
}

/// How long an answer counts as new.
public enum ReadKind: Sendable, Hashable, CaseIterable {
  /// Counts, lists, states: 5 minutes.
  case summary
  /// What is long and changes seldom: 6 hours.
  case page

  /// How many seconds an answer of this kind is fresh.
  var freshSeconds: Int64 {
    switch self {
    case .summary: 5 * 60
    case .page: 6 * 3_600
    }
  }
}

/// How much the server has to say before a cached answer is used.
public enum ReadMode: Sendable, Hashable, CaseIterable {
  /// A fresh answer is used without asking.
  case preferFresh
  /// The server is asked whatever is there; what is there still stands in when it cannot be reached.
  case refresh
  /// The server is asked, and its word is the only one that counts: what is there is used if the server says that it has not
  /// changed, and never otherwise.
  case requireServer
}
