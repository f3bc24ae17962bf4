/// Decides when a connection is too slow or idle for too long, or has ended. It has no clock and no socket.
///
/// libmicrohttpd's own time-out starts again with every byte, so that a client that sends one byte a second would stay
/// for ever. And it misses the end of a connection that came together with its last bytes.
struct SlowClientRule: Sendable {
  /// What was seen of a connection at one moment.
  struct Sample {
    let mark: Progress.Mark
    /// Nanoseconds of a clock that never jumps.
    let now: UInt64
    let status: ConnectionSocket.Status
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
  let slowBodyTimeout: UInt64
  let minimumBodyBytes: UInt64
  /// How long a client may send nothing of a body that is refused, before it gets the answer all the same.
  let refusalPatience: UInt64 = 1_000_000_000

  init(_ limits: HTTPLimits) {
    headerTimeout = limits.headerTimeout.nanoseconds
    idleTimeout = limits.idleTimeout.nanoseconds
    slowClientTimeout = limits.slowClientTimeout.nanoseconds
    minimumBytes = Self.bytes(limits.minimumRate, over: slowClientTimeout)
    slowBodyTimeout = limits.slowBodyTimeout.nanoseconds
    minimumBodyBytes = Self.bytes(limits.minimumBodyRate, over: slowBodyTimeout)
  }

  /// How often connections should be looked at.
  var interval: Duration {
    let shortest = min(headerTimeout, idleTimeout, slowClientTimeout, slowBodyTimeout, 1_000_000_000)
    return .nanoseconds(max(shortest / 4, 5_000_000))
  }

  /// What is to be done with a connection.
  enum Verdict: Equatable {
    case leave
    /// Cut it: the client is too slow, or idle for too long.
    case cutSlow
    /// Let its event loop find an end of what comes, and say that the body came too slowly.
    case refuseSlow
    /// Cut it: the server is stopping, and the connection is idle.
    case cutIdle
    /// Let its event loop find the end of what comes: nothing more will.
    case endIncoming
  }

  /// Judges a connection by what it did since the last look.
  func verdict(_ sample: Sample, _ memory: inout Memory) -> Verdict {
    guard memory.last == sample.mark else {
      memory = Memory(
        last: sample.mark, since: sample.now, received: baseline(sample, memory),
        confirmed: sample.status.confirmed)
      return .leave
    }
    switch sample.mark.phase {
    case .head where sample.status.hasEnded, .body where sample.status.hasEnded: return .endIncoming
    case .refusal: return refusalVerdict(sample, &memory)
    case .head: return headVerdict(sample, &memory)
    case .body: return bodyVerdict(sample, &memory)
    case .answer: return answerVerdict(sample, &memory)
    case .handler: return .leave
    }
  }

  /// From which count on bytes belong to what the connection does now. All bytes of a new connection do.
  private func baseline(_ sample: Sample, _ memory: Memory) -> UInt64 {
    memory.last == nil && sample.mark.served == 0 ? 0 : sample.status.received
  }

  private func headVerdict(_ sample: Sample, _ memory: inout Memory) -> Verdict {
    if memory.firstByteAt == nil, sample.status.received > memory.received { memory.firstByteAt = sample.now }
    if let firstByteAt = memory.firstByteAt {
      return sample.now - firstByteAt >= headerTimeout ? .cutSlow : .leave
    }
    if sample.isRetiring { return .cutIdle }
    let timeout = sample.mark.served == 0 ? headerTimeout : idleTimeout
    return sample.now - memory.since >= timeout ? .cutSlow : .leave
  }

  private func refusalVerdict(_ sample: Sample, _ memory: inout Memory) -> Verdict {
    if sample.status.received > memory.received {
      memory.received = sample.status.received
      memory.since = sample.now
    }
    let hasStalled = sample.now - memory.since >= min(refusalPatience, slowClientTimeout)
    return hasStalled || sample.status.hasEnded ? .endIncoming : .leave
  }

  /// Judges what came of a body since the last window began. A window that it passed is followed by another.
  private func bodyVerdict(_ sample: Sample, _ memory: inout Memory) -> Verdict {
    guard sample.now - memory.since >= slowBodyTimeout else { return .leave }
    let moved = sample.status.received - memory.received
    memory.since = sample.now
    memory.received = sample.status.received
    return moved < max(minimumBodyBytes, 1) ? .refuseSlow : .leave
  }

  /// Judges what the client took of an answer since the last window began.
  private func answerVerdict(_ sample: Sample, _ memory: inout Memory) -> Verdict {
    guard sample.now - memory.since >= slowClientTimeout else { return .leave }
    let moved = sample.status.confirmed - memory.confirmed
    memory.since = sample.now
    memory.confirmed = sample.status.confirmed
    return moved < max(minimumBytes, 1) ? .cutSlow : .leave
  }

  private static func bytes(_ rate: UInt64, over time: UInt64) -> UInt64 {
    UInt64(Double(rate) * Double(time) / 1e9)
  }
}

extension Duration {
  /// The duration in whole nanoseconds; 0 when it is negative.
  fileprivate var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(seconds, 0)) * 1_000_000_000 + UInt64(max(attoseconds, 0) / 1_000_000_000)
  }
}
