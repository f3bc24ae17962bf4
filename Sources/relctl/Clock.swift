import Glibc
import ReleaseModel

/// The time of day.
enum Clock {
  static var now: Timestamp { Timestamp(secondsSinceEpoch: Int64(time(nil))) }
}
