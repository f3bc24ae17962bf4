/// Decides when a connection is too slow or idle for too long. It has no clock and no socket.
///
/// libmicrohttpd's own time-out starts again with every byte, so that a client that sends one byte a second would stay
/// for ever.
struct SlowClientRule: Sendable {
  /// What was seen of a connection at one moment.
  struct Sample {
    let mark: Progress.Mark
    /// Nanoseconds of a clock that never jumps.
    let now: UInt64
    /// Bytes that have come, as the kernel counts them.
    let received: UInt64
    /// Bytes that the client has confirmed, as the kernel counts them.
    let confirmed: UInt64
    /// Whether the server is stopping, or no longer offers this connection's certificate.
    let isRetiring: Bool
  }

  /// What is remembered of a connection between samples.
  struct Memory {
    fileprivate var last: Progress.Mark?
    fileprivate var since: UInt64 = 0
    fileprivate var received: UInt64 = 0
    fileprivate var confirmed: UInt64 = 0
    fileprivate var firstByteAt: UInt64?
  }

  let headerTimeout: UInt64
  let idleTimeout: UInt64
  let slowClientTimeout: UInt64
  let minimumBytes: UInt64

  init(_ limits: HTTPLimits) {
    headerTimeout = limits.headerTimeout.nanoseconds
    idleTimeout = limits.idleTimeout.nanoseconds
    slowClientTimeout = limits.slowClientTimeout.nanoseconds
    minimumBytes = UInt64(Double(limits.minimumRate) * Double(slowClientTimeout) / 1e9)
  }

  /// How often connections should be looked at.
  var interval: Duration {
    .nanoseconds(max(min(headerTimeout, idleTimeout, slowClientTimeout, 1_000_000_000) / 4, 5_000_000))
  }

  /// Whether the connection is to be cut.
  func isOverdue(_ sample: Sample, _ memory: inout Memory) -> Bool {
    guard memory.last == sample.mark else {
      memory = Memory(
        last: sample.mark, since: sample.now, received: memory.last == nil ? 0 : sample.received,
        confirmed: sample.confirmed)
      return false
    }
    switch sample.mark.phase {
    case .head: return isHeadOverdue(sample, &memory)
    case .body: return isTooSlow(sample.received - memory.received, sample, &memory)
    case .answer: return isTooSlow(sample.confirmed - memory.confirmed, sample, &memory)
    case .handler: return false
    }
  }

  private func isHeadOverdue(_ sample: Sample, _ memory: inout Memory) -> Bool {
    if memory.firstByteAt == nil, sample.received > memory.received { memory.firstByteAt = sample.now }
    if let firstByteAt = memory.firstByteAt { return sample.now - firstByteAt >= headerTimeout }
    if sample.isRetiring { return true }
    return sample.now - memory.since >= (sample.mark.served == 0 ? headerTimeout : idleTimeout)
  }

  /// Whether the client moved too little since the last window began. A window that it passed is followed by another.
  private func isTooSlow(_ moved: UInt64, _ sample: Sample, _ memory: inout Memory) -> Bool {
    guard sample.now - memory.since >= slowClientTimeout else { return false }
    memory.since = sample.now
    memory.received = sample.received
    memory.confirmed = sample.confirmed
    return moved < max(minimumBytes, 1)
  }
}

extension Duration {
  /// The duration in whole nanoseconds; 0 when it is negative.
  fileprivate var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(seconds, 0)) * 1_000_000_000 + UInt64(max(attoseconds, 0) / 1_000_000_000)
  }
}
