import HTTPServer
import ReleaseModel

/// `GET /mobile-web/releases/latest`: the newest release that a wrapper can run.
struct WebCheck: Sendable {
  let registry: Registry

  func callAsFunction(_ head: RequestHead) -> Response {
    let snapshot = registry.snapshots.current
    return registry.answer(.web, names(head, snapshot), of: head, from: snapshot) {
      () throws(RegistryError) in
      try decide(head, snapshot)
    }
  }

  /// The parameters that the answer depends on.
  private func names(_ head: RequestHead, _ snapshot: RegistrySnapshot) -> [StaticString] {
    switch head.queryCount("cohort") {
    case 0: return Self.withoutCohort
    case 1 where !snapshot.hasPartialRollouts && head.withQueryValue("cohort", Self.isCohort) == true:
      return Self.withoutCohort
    default: return Self.withCohort
    }
  }

  private static let withoutCohort: [StaticString] = ["channel", "wrapperVersion"]
  private static let withCohort: [StaticString] = ["channel", "wrapperVersion", "cohort"]

  private static func isCohort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    (1...4).contains(bytes.count) && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private func decide(_ head: RequestHead, _ snapshot: RegistrySnapshot) throws(RegistryError)
    -> PreparedResponse
  {
    var parameters = PublicParameters(head)
    let (channel, request) = try parameters.web()
    switch snapshot.index(of: channel).select(request) {
    case .release(let candidate):
      return try registry.answers.data(registry.latestRelease(candidate, channel))
    case .none(let reason):
      return try registry.answers.problem(
        RegistryError(.noCompatibleRelease, reason.detail, reason: reason))
    }
  }
}
