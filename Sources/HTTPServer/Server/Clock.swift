import Glibc

/// The system's clocks, read without a system call.
enum Clock {
  /// Seconds since 1970.
  static func wallSecond() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return time.tv_sec
  }

  /// Nanoseconds of a clock that never jumps.
  static func monotonic() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
