import Glibc

/// The process's own streams, written without a buffer of ours, so that nothing is lost at exit.
enum StandardStream {
  /// Gives every stream that the caller closed a descriptor that cannot be used, so that no file of ours gets its number
  /// and with it what was meant for the stream.
  static func occupyClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one. Reading where one would write, and the other way round, fails.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all of the bytes; answers why not, as an error number, or 0. A stream that nobody reads any longer ends the
  /// process the usual way, by SIGPIPE.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let cause = errno
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if cause == EAGAIN {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&place, 1, -1)
      } else if cause != EINTR {
        return cause
      }
    }
    return 0
  }
}
