import CMicroHTTPD

/// One request between its event thread, which moves bytes, and its worker thread, which runs the handler.
///
/// The connection is suspended whenever the event thread has nothing to do for it: the handler is busy, or the buffer is
/// full. Whoever removes the cause resumes it.
///
/// Not checked by the compiler, because of the connection's pointer: it is used by the event thread, or while the
/// connection is suspended, which libmicrohttpd allows and during which it cannot go away.
final class Exchange: @unchecked Sendable {
  /// What the event thread is to do next.
  enum Step {
    /// Nothing: the connection is suspended.
    case wait
    /// Go on receiving the body.
    case receive
    /// Have a worker run this; the connection is suspended.
    case handOver(@Sendable () -> Void)
    case send(OutgoingResponse)
    /// End the connection; an answer that could not be sent in order is sent then.
    case close
  }

  private struct State: ~Copyable {
    var ring = ByteRing(capacity: BodyReader.bufferBytes)
    var received: UInt64 = 0
    /// Where the body goes when no worker is to wait for it.
    var collected: CollectedBody?
    /// Whether the handler has asked for the body.
    var isWanted = false
    /// How many bytes the handler waits for.
    var least = 1
    /// Whether libmicrohttpd delivers the body, so that its next question comes after all of it.
    var isReceiving = false
    var isSuspended = false
    var hasWholeBody: Bool
    var fault: HTTPFault?
    var answer: OutgoingResponse?
    var isOver = false

    /// Whether a handler that waits for bytes has something to go on with.
    var isReadable: Bool { ring.count >= least || hasWholeBody || fault != nil }
  }

  private let state: Monitor<State>
  private let connection: OpaquePointer
  private let progress: Progress
  private let maximumBodyBytes: UInt64
  /// Whether the body is so small that it is read and thrown away, so that the connection can go on.
  private let isSmall: Bool

  init(_ record: ConnectionRecord, connection: OpaquePointer, body: RequestBody, maximumBodyBytes: UInt64) {
    state = Monitor(State(hasWholeBody: body.isEmpty))
    self.connection = connection
    progress = record.progress
    self.maximumBodyBytes = maximumBodyBytes
    isSmall = body.isSmall
  }

  // MARK: The event thread's side

  /// Whether nothing of the body is still to come.
  var hasWholeBody: Bool { state.withLock { $0.hasWholeBody } }

  /// Decides how to go on where libmicrohttpd takes an answer: before the body, or after all of it.
  func proceed() -> Step {
    state.withLock { state in
      if state.isReceiving { state.hasWholeBody = true }
      if state.isOver { return .close }
      if state.hasWholeBody, let collected = state.collected { return handOver(collected.job(), &state) }
      if !state.hasWholeBody, state.answer == nil ? state.isWanted : isSmall {
        state.isReceiving = true
        progress.enter(.body)
        return .receive
      }
      if let answer = state.answer { return .send(answer) }
      suspend(&state)
      return .wait
    }
  }

  /// Takes bytes of the body. What is not taken is offered again later.
  func receive(_ bytes: UnsafeRawBufferPointer) -> (taken: Int, next: Step) {
    state.withLock(wakingWhen: { $0.isReadable }) { state in
      if state.isOver { return (0, .close) }
      if state.answer != nil { return isSmall ? (bytes.count, .receive) : (0, .close) }
      if state.received + UInt64(bytes.count) > maximumBodyBytes {
        let fault = HTTPFault.bodyTooLarge(maximumBodyBytes)
        state.fault = fault
        if let collected = state.collected {
          return (0, handOver(collected.job(failingWith: fault), &state))
        }
        suspend(&state)
        return (0, .wait)
      }
      guard state.collected == nil else { return collect(bytes, &state) }
      let taken = state.ring.append(bytes)
      state.received += UInt64(taken)
      guard taken < bytes.count else { return (taken, .receive) }
      suspend(&state)
      return (taken, .wait)
    }
  }

  /// Notes that the request is over. Returns an answer that could not be sent, because the body had not ended.
  func finish(_ fault: HTTPFault) -> OutgoingResponse? {
    state.withLock { state in
      defer { state.answer = nil }
      state.isOver = true
      state.collected = nil
      if !state.hasWholeBody { state.fault = state.fault ?? fault }
      return state.answer
    }
  }

  private func collect(
    _ bytes: UnsafeRawBufferPointer, _ state: inout State
  ) -> (taken: Int, next: Step) {
    if state.collected?.append(bytes) == true {
      state.received += UInt64(bytes.count)
      return (bytes.count, .receive)
    }
    let fault = HTTPFault.serverBusy(retryAfter: 5)
    state.fault = fault
    guard let job = state.collected?.job(failingWith: fault) else { return (0, .close) }
    return (0, handOver(job, &state))
  }

  private func handOver(_ job: @escaping @Sendable () -> Void, _ state: inout State) -> Step {
    state.collected = nil
    suspend(&state)
    return .handOver(job)
  }

  private func suspend(_ state: inout State) {
    state.isSuspended = true
    progress.enter(.handler)
    mhd_suspend_connection(connection)
  }

  // MARK: The worker thread's side

  /// Waits for `least` bytes of the body, or all that are left; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer, atLeast least: Int) throws(HTTPFault) -> Int {
    state.withLock { state in
      state.isWanted = true
      state.least = least
      if !state.hasWholeBody, state.ring.room > 0, state.fault == nil { resume(&state, .body) }
    }
    let result: Result<Int, HTTPFault> = state.whenReady({ $0.isReadable }) { state in
      if state.ring.count == 0, let fault = state.fault { return .failure(fault) }
      let count = state.ring.take(into: buffer)
      if state.fault == nil, state.ring.room >= BodyReader.bufferBytes / 2 { resume(&state, .body) }
      return .success(count)
    }
    return try result.get()
  }

  /// Has the event thread collect the body and then hand it to a worker, so that this one is free meanwhile. No
  /// body at all is handled at once.
  func collect(_ share: BodyShare, then next: @escaping CollectedBody.Continuation) {
    let isWhole = state.withLock { state in
      guard !state.hasWholeBody, !state.isOver else { return state.hasWholeBody }
      state.isWanted = true
      state.collected = CollectedBody(share: share, next: next)
      resume(&state, .body)
      return false
    }
    if isWhole { next(.success([])) }
  }

  /// Hands over the handler's answer.
  func answer(_ answer: OutgoingResponse) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.answer = answer
      if state.isSuspended {
        resume(&state, .answer)
      } else if state.isReceiving, !state.hasWholeBody {
        // The answer goes out with the next bytes; if none come, the watch sees to it.
        progress.enter(.refusal)
      }
    }
  }

  // MARK: Stopping

  /// Ends the request without an answer, whatever the handler does.
  func abandon() {
    state.withLock { state in
      state.isOver = true
      state.collected = nil
      if !state.hasWholeBody { state.fault = state.fault ?? .bodyCutShort }
      resume(&state, .answer)
    }
  }

  private func resume(_ state: inout State, _ phase: Progress.Phase) {
    guard state.isSuspended else { return }
    state.isSuspended = false
    progress.enter(phase)
    mhd_resume_connection(connection)
  }
}
