import Synchronization

/// Answers of the server, kept on disk so that a screen has something to show at once and without a network.
///
/// A cache is an optimisation: whatever is wrong with its folder (missing, full, corrupt, not ours), a reader gets what it would
/// get without one. What the rules are stands in docs/offline-data.md. Several processes may share a folder.
///
/// ```swift
/// let cache = ReadCache(folder: caches + "/answers", scope: DataScope(environment: api, actor: user, session: session))
/// let result = await cache.read(ReadKey(group: "timesheets", name: "/timesheets?week=30"), as: .summary) { entityTag in
///   await get("/timesheets?week=30", ifNoneMatch: entityTag)
/// }
/// ```
public final class ReadCache: Sendable {
  private let store: CacheStore
  private let now: TimeOfDay
  private let condition = Mutex(Condition.works)

  private enum Condition {
    case works
    /// Something that is untrue could not be removed; nothing that is on disk is believed.
    case distrusted
    /// The scope signed out.
    case closed
  }

  /// Names the folder; touches nothing yet. It is made when it is missing, and belongs to the cache.
  public init(
    folder: String, scope: DataScope, limits: CacheLimits = CacheLimits(),
    now: @escaping TimeOfDay = Clocks.system
  ) {
    store = CacheStore(folder: folder, scope: scope, limits: limits)
    self.now = now
  }

  /// Answers from what is there as far as the rules allow, else asks.
  ///
  /// - Parameter fetch: asks the server. It is given the entity tag to send as `If-None-Match`, if there is one.
  public func read(
    _ key: ReadKey, as kind: ReadKind, _ mode: ReadMode = .preferFresh,
    fetch: @Sendable (_ entityTag: String?) async -> ReadResponse
  ) async -> ReadResult {
    let reading = await blocking { self.begin(key, kind, mode) }
    if let answer = reading.answer { return .answer(answer) }
    let response = await fetch(reading.known?.entityTag)
    return await blocking { self.end(reading, response) }
  }

  /// Forgets answers that a write has made untrue. Answers that were asked for before this call are not kept either.
  public func invalidate(_ key: ReadKey) async { await blocking { self.forget(.key(key)) } }

  /// The same for a group: call it after every write to something of the group.
  public func invalidate(group: String) async { await blocking { self.forget(.group(group)) } }

  /// Leaves this scope: its answers go, and this cache keeps and answers nothing any more. What could not be removed is
  /// reached from no other scope.
  public func signOut(to scope: DataScope) async -> ReadCache {
    await blocking {
      self.condition.withLock { $0 = .closed }
      self.forget(.all)
    }
    return ReadCache(folder: store.folder, scope: scope, limits: store.limits, now: now)
  }
}

/// The same for callers that block.
extension ReadCache {
  /// - Parameter isUsable: whether the caller can still read what is there. What it cannot read is not there.
  func readBlocking(
    _ key: ReadKey, as kind: ReadKind, _ mode: ReadMode, isUsable: ([UInt8]) -> Bool = { _ in true },
    fetch: (_ entityTag: String?) throws(InstallerError) -> ReadResponse
  ) throws(InstallerError) -> ReadResult {
    let reading = begin(key, kind, mode, isUsable: isUsable)
    if let answer = reading.answer { return .answer(answer) }
    return end(reading, try fetch(reading.known?.entityTag))
  }
}

extension ReadCache {
  /// A read that began.
  private struct Reading {
    let key: ReadKey
    let mode: ReadMode
    /// What is there; nil when nothing is, or nothing that the caller can read.
    var known: CacheEntry?
    /// What was there, whoever can read it.
    var before: CacheEntry?
    /// The generation before the server was asked; nil when nothing may be kept.
    var generation: Generation?
    /// What ends the read at once.
    var answer: ReadAnswer?
  }

  private struct Generation {
    let bytes: [UInt8]?
  }

  private func begin(
    _ key: ReadKey, _ kind: ReadKind, _ mode: ReadMode, isUsable: ([UInt8]) -> Bool = { _ in true }
  ) -> Reading {
    var reading = Reading(key: key, mode: mode)
    // What could not be removed may be by now.
    if condition.withLock({ $0 }) == .distrusted { forget(.all) }
    guard condition.withLock({ $0 }) == .works else { return reading }
    ignoringFailure { () throws(InstallerError) in
      reading.generation = Generation(bytes: try store.generation())
      reading.before = try store.entry(for: key)
    }
    if let before = reading.before, isUsable(before.body) { reading.known = before }
    reading.answer = CacheRules.answer(from: reading.known, kind, mode, now: now())
    return reading
  }

  private func end(_ reading: Reading, _ response: ReadResponse) -> ReadResult {
    let now = now()
    switch CacheRules.verdict(on: response, known: reading.known, reading.mode, now: now) {
    case .keep(let body, let entityTag):
      keep(
        CacheEntry(key: store.digest(reading.key), body: body, entityTag: entityTag, storedAt: now), reading)
      return .answer(ReadAnswer(body: body, source: .server, ageSeconds: 0))
    case .renew(var entry):
      entry.storedAt = now
      keep(entry, reading)
      return .answer(ReadAnswer(body: entry.body, source: .confirmed, ageSeconds: 0))
    case .drop(let status, let body):
      // Also when nothing was there: an answer that was asked for before may still come.
      forget(.key(reading.key))
      return .refused(status: status, body: body)
    case .pass(let status, let body):
      return .refused(status: status, body: body)
    case .standIn(let entry, let age, let reason):
      return .answer(ReadAnswer(body: entry.body, source: .stale(reason: reason), ageSeconds: age))
    case .nothing(let reason):
      return .unavailable(reason: reason)
    }
  }

  private func keep(_ entry: CacheEntry, _ reading: Reading) {
    guard let generation = reading.generation, condition.withLock({ $0 }) == .works else { return }
    do throws(InstallerError) {
      if entry.body.count <= store.limits.maximumBodyBytes {
        try store.keep(
          entry, for: reading.key, asOf: generation.bytes, replacing: reading.before)
        return
      }
    } catch {
      // A full disk keeps nothing; a reader has its answer all the same.
    }
    // The one that is there is older than what was just handed out.
    if reading.before != nil { forget(.key(reading.key)) }
  }

  private func forget(_ which: CacheStore.Selection) {
    do throws(InstallerError) {
      try store.forget(which)
      condition.withLock { if $0 == .distrusted, case .all = which { $0 = .works } }
    } catch {
      condition.withLock { if $0 == .works { $0 = .distrusted } }
    }
  }

  /// A cache is an optimisation: what fails in it is as if nothing were there.
  private func ignoringFailure(_ step: () throws(InstallerError) -> Void) {
    do { try step() } catch {}
  }

  private func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await BlockingWork.run(work)
  }
}
