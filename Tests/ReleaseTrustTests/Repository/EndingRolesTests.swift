import ReleaseModel
import Testing

@testable import ReleaseTrust

@Suite struct EndingRolesTests {
  private static let now = Timestamp(secondsSinceEpoch: 1_784_628_000)
  private static let day: Int64 = 86_400

  private func ending(_ ends: [(role: ExactText, inSeconds: Int64)]) -> EndingRoles? {
    EndingRoles(
      among: ends.map { .init(name: $0.role, expires: Self.now.advanced(bySeconds: $0.inSeconds)) },
      at: Self.now)
  }

  @Test(
    arguments: [
      (30 * day, nil), (30 * day - 1, "expiring_metadata"), (1, "expiring_metadata"), (0, "expired_metadata"),
      (-400 * day, "expired_metadata"),
    ] as [(Int64, String?)])
  func `are those that end within 30 days`(seconds: Int64, code: String?) {
    #expect(ending([("root", seconds)])?.code == code)
  }

  @Test(arguments: ["status", "snapshot", "timestamp"] as [ExactText])
  func `are none that the registry signs by itself`(role: ExactText) {
    #expect(ending([(role, -1)]) == nil)
  }

  @Test func `say which end when, and what renews all of them at once`() {
    let soon = ending([("root", 2_073_605), ("targets", 7_776_000), ("beta", 259_200)])
    #expect(
      soon?.text
        == "'root' expires at 2026-08-14T10:00:05Z, in 24 days and 'beta' expires at 2026-07-24T10:00:00Z, in 3 days"
    )
    #expect(soon?.command == "relctl trust rotate renewal.json --renew root --renew beta")
    #expect(soon?.warning == soon.map { "\($0.text); begin the renewal with '\($0.command)'" })
  }

  @Test func `with one that is over begin from what has expired`() {
    let over = ending([("root", 86_400), ("targets", -5), ("beta", 86_400)])
    #expect(over?.text.contains(", 'targets' has expired at 2026-07-21T09:59:55Z and 'beta' expires") == true)
    #expect(
      over?.command
        == "relctl trust rotate renewal.json --renew root --renew targets --renew beta --accept-expired")
  }
}
