/// How much a read cache may hold, in all scopes together; what is oldest goes first.
public struct CacheLimits: Sendable, Hashable {
  /// The most answers.
  public var maximumEntries = 500
  /// The most bytes on disk.
  public var maximumBytes = 20 << 20
  /// The longest answer that is kept.
  public var maximumBodyBytes = 1 << 20

  /// The defaults.
  public init() {}
}
