/// The open connections, and how many each address has.
final class ConnectionTable: Sendable {
  private struct State {
    var records: [ObjectIdentifier: ConnectionRecord] = [:]
    var perGroup: [PeerAddress: Int] = [:]
    var refused: UInt64 = 0
  }

  private let state = Monitor(State())
  private let limits: HTTPLimits
  private let exempt: Set<PeerAddress>
  private let exemptsLoopback: Bool
  /// How many connections over a limit are answered, before more are closed.
  private let reserve: Int

  init(_ limits: HTTPLimits, exempt: Set<PeerAddress>, exemptsLoopback: Bool) {
    self.limits = limits
    self.exempt = exempt
    self.exemptsLoopback = exemptsLoopback
    reserve = limits.excess == .answered ? 32 : 0
  }

  /// The most connections there can be.
  var hardLimit: Int { limits.maximumConnections + reserve }

  /// Whether a connection of this address is accepted at all.
  func admits(_ peer: PeerAddress) -> Bool {
    state.withLock { state in
      let admits =
        state.records.count < hardLimit
        && (isExempt(peer)
          || state.perGroup[peer.limitGroup, default: 0] < limits.maximumConnectionsPerAddress + reserve)
      if !admits { state.refused += 1 }
      return admits
    }
  }

  /// Whether one more connection of this address is over a limit.
  func isFull(for peer: PeerAddress) -> Bool {
    state.withLock { state in
      let isFull =
        state.records.count >= limits.maximumConnections
        || (!isExempt(peer)
          && state.perGroup[peer.limitGroup, default: 0] >= limits.maximumConnectionsPerAddress)
      if isFull { state.refused += 1 }
      return isFull
    }
  }

  func add(_ record: ConnectionRecord) {
    state.withLock { state in
      state.records[ObjectIdentifier(record)] = record
      state.perGroup[record.peer.limitGroup, default: 0] += 1
    }
  }

  func remove(_ record: ConnectionRecord) {
    state.withLock { state in
      state.records[ObjectIdentifier(record)] = nil
      let left = state.perGroup[record.peer.limitGroup, default: 1] - 1
      state.perGroup[record.peer.limitGroup] = left > 0 ? left : nil
    }
  }

  var all: [ConnectionRecord] { state.withLock { Array($0.records.values) } }
  var count: Int { state.withLock { $0.records.count } }
  var refused: UInt64 { state.withLock { $0.refused } }

  /// Waits until the last connection is closed, but no longer than `timeout`; returns whether it is.
  func waitUntilEmpty(atMost timeout: Duration) -> Bool {
    state.wait(atMost: timeout) { $0.records.isEmpty }
  }

  private func isExempt(_ peer: PeerAddress) -> Bool {
    exemptsLoopback && peer.isLoopback || exempt.contains(peer)
  }
}
