import Glibc

/// Says what time it is, in seconds since 1970.
public typealias TimeOfDay = @Sendable () -> Int64

/// The clocks to choose from; tests bring their own.
public enum Clocks {
  /// The system's.
  public static let system: TimeOfDay = { Int64(time(nil)) }
}
