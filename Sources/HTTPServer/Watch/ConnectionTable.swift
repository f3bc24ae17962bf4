/// The open connections, and how many each address has.
final class ConnectionTable: Sendable {
  private struct State {
    var records: [ObjectIdentifier: ConnectionRecord] = [:]
    /// Those of `records` that were cut to make room. They count no more, and are there until their loops have closed them.
    var cut: Set<ObjectIdentifier> = []
    var perGroup: [PeerAddress: Int] = [:]
    var refused: UInt64 = 0

    /// How many count for the limits.
    var counted: Int { records.count - cut.count }
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

  /// The most connections there can be, with those that were just cut.
  var hardLimit: Int { limits.maximumConnections + reserve + (limits.cutsWaiting ? 32 : 0) }

  /// Whether a connection of this address is accepted at all. It may get the place of another one.
  func admits(_ peer: PeerAddress) -> Bool {
    state.withLock { state in
      if limits.cutsWaiting { makeRoom(for: peer, &state) }
      let admits =
        state.counted < limits.maximumConnections + reserve
        && (isExempt(peer)
          || state.perGroup[peer.limitGroup, default: 0] < limits.maximumConnectionsPerAddress + reserve)
      if !admits { state.refused += 1 }
      return admits
    }
  }

  /// Whether one more connection of this address is over a limit.
  func isFull(for peer: PeerAddress) -> Bool {
    state.withLock { state in
      let isFull = state.counted >= limits.maximumConnections || isGroupFull(peer, state)
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
      if state.cut.remove(ObjectIdentifier(record)) == nil { Self.leaveGroup(record, &state) }
    }
  }

  /// The open connections, also those that were cut to make room and are not closed yet.
  var all: [ConnectionRecord] { state.withLock { Array($0.records.values) } }

  /// How many `all` are.
  var count: Int { state.withLock { $0.records.count } }

  /// How many connections were not let in, answered with 503, or cut to make room.
  var refused: UInt64 { state.withLock { $0.refused } }

  /// Waits until the last connection is closed, but no longer than `timeout`; returns whether it is.
  func waitUntilEmpty(atMost timeout: Duration) -> Bool {
    state.wait(atMost: timeout) { $0.records.isEmpty }
  }

  /// Cuts a connection that waits for a request when one more of this address is over a limit: the oldest without any, else
  /// the oldest. While the address has all that it may have, only one of its own makes room: another's would be cut for one
  /// that is refused all the same.
  private func makeRoom(for peer: PeerAddress, _ state: inout State) {
    let isGroupFull = isGroupFull(peer, state)
    guard isGroupFull || state.counted >= limits.maximumConnections else { return }
    let waiting = state.records.values.filter { record in
      record.progress.mark.phase == .head && record.progress.cut == nil
        && (!isGroupFull || record.peer.limitGroup == peer.limitGroup)
    }
    let silent = waiting.filter { $0.progress.mark.served == 0 }
    let candidates = silent.isEmpty ? waiting : silent
    guard let oldest = candidates.min(by: { $0.openedAt < $1.openedAt }) else { return }
    oldest.progress.note(.forRoom)
    oldest.socket.cut()
    state.cut.insert(ObjectIdentifier(oldest))
    state.refused += 1
    Self.leaveGroup(oldest, &state)
  }

  private func isGroupFull(_ peer: PeerAddress, _ state: State) -> Bool {
    !isExempt(peer)
      && state.perGroup[peer.limitGroup, default: 0] >= limits.maximumConnectionsPerAddress
  }

  private static func leaveGroup(_ record: ConnectionRecord, _ state: inout State) {
    let left = state.perGroup[record.peer.limitGroup, default: 1] - 1
    state.perGroup[record.peer.limitGroup] = left > 0 ? left : nil
  }

  private func isExempt(_ peer: PeerAddress) -> Bool {
    exemptsLoopback && peer.isLoopback || exempt.contains(peer)
  }
}
