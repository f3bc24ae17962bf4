/// The rules of the cache. Knows no files, no network and no clock.
enum CacheRules {
  /// After so many seconds an answer is never used again without the server's word.
  static let staleLimitSeconds: Int64 = 24 * 3_600

  /// Whether what is there is used without asking.
  static func answer(from known: CacheEntry?, _ kind: ReadKind, _ mode: ReadMode, now: Int64) -> ReadAnswer? {
    guard mode == .preferFresh, let known, let age = known.ageSeconds(at: now), age < kind.freshSeconds
    else { return nil }
    return ReadAnswer(body: known.body, source: .fresh, ageSeconds: age)
  }

  /// What a reader gets, and what becomes of what is there.
  enum Verdict: Hashable {
    /// Hand out the body that came, and keep it.
    case keep(body: [UInt8], entityTag: String?)
    /// What is there is right as of now.
    case renew(CacheEntry)
    /// The server's word against what is there, which goes.
    case drop(status: Int, body: [UInt8])
    /// The server's word, which says nothing about what is there.
    case pass(status: Int, body: [UInt8])
    /// What is there stands in.
    case standIn(CacheEntry, ageSeconds: Int64, reason: String)
    /// Nothing can be said.
    case nothing(reason: String)
  }

  /// Judges what came of asking.
  static func verdict(
    on response: ReadResponse, known: CacheEntry?, _ mode: ReadMode, now: Int64
  ) -> Verdict {
    switch response {
    case .unreachable(let reason): return standIn(known, mode, now, reason)
    case .answered(let status, let body, let entityTag):
      switch status {
      case 200: return .keep(body: body, entityTag: entityTag)
      case 304:
        guard let known else { return .nothing(reason: reason(of: status)) }
        return .renew(known)
      case 500...: return standIn(known, mode, now, reason(of: status))
      // Too early, too slow, too often: about the request and not about the thing.
      case 408, 425, 429: return .pass(status: status, body: body)
      case 400..<500: return .drop(status: status, body: body)
      default: return .pass(status: status, body: body)
      }
    }
  }

  private static func standIn(
    _ known: CacheEntry?, _ mode: ReadMode, _ now: Int64, _ reason: String
  ) -> Verdict {
    guard mode != .requireServer, let known, let age = known.ageSeconds(at: now), age <= staleLimitSeconds
    else { return .nothing(reason: reason) }
    return .standIn(known, ageSeconds: age, reason: reason)
  }

  private static func reason(of status: Int) -> String { "status_\(status)" }
}
