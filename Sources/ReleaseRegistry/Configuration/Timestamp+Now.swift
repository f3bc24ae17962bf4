import Glibc
package import ReleaseModel

extension Timestamp {
  /// The system clock's time.
  @Sendable package static func now() -> Timestamp { Timestamp(secondsSinceEpoch: Int64(time(nil))) }
}
