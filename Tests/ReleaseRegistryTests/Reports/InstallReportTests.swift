@testable import ReleaseRegistry
import ReleaseModel
import Testing

@Suite struct InstallReportTests {
  private static func report(_ more: String = "", wrapper: String = "4.5.0") throws -> InstallReport {
    try InstallReport(
      Array(
        """
        {"clientMutationId": "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c11", "channel": "production",
         "releaseVersion": "2.14.0", "releaseSha256": "\(String(repeating: "ab", count: 32))",
         "outcome": "failed", "wrapperVersion": "\(wrapper)", "platform": "ios"\(more)}
        """.utf8))
  }

  @Test(arguments: ["download", "hash_mismatch", "A", "a.b-c_d9", String(repeating: "x", count: 64)])
  func `takes stages and codes of few characters`(name: String) throws {
    #expect(try ReportName(parsing: name).text == name)
  }

  @Test(arguments: [
    "", "9lives", "_x", "-x", "a b", "a\n", "\u{1b}[31m", "é", "a/b", "a\"b",
    String(repeating: "x", count: 65),
  ])
  func `refuses every other name, and does not repeat it`(name: String) {
    let error = #expect(throws: ModelError.self) { try ReportName(parsing: name) }
    #expect(error?.code == .invalidReportName)
    #expect(name.isEmpty || error?.message.contains("'\(name)'") == false)
  }

  @Test func `the mark of the content is that of the same content only`() throws {
    let plain = try Self.report()
    #expect(try Self.report(#", "stage": null, "later": [1]"#).contentMark == plain.contentMark)
    let others = [
      try Self.report(#", "stage": "check""#), try Self.report(#", "code": "check""#),
      try Self.report(#", "occurredAt": "2026-07-21T10:00:00Z""#), try Self.report(wrapper: "4.5.1"),
    ]
    #expect(Set(others.map(\.contentMark) + [plain.contentMark]).count == 5)
  }

  private static let week: Int64 = 7 * 86_400
  private static let times: [(offset: Int64?, seen: Int64)] = [
    (nil, 0), (-60, -60), (-2 * week, -2 * week), (-2 * week - 1, 0), (1, 0), (60 * week, 0),
  ]

  @Test(arguments: times)
  func `a time is taken from the device where its clock can be right`(offset: Int64?, seen: Int64) throws {
    let now = Timestamp(secondsSinceEpoch: 1_784_628_000)
    let occurred = offset.map { Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + $0).description }
    let report = try Self.report(occurred.map { #", "occurredAt": "\#($0)""# } ?? "")
    #expect(report.seen(at: now).secondsSinceEpoch - now.secondsSinceEpoch == seen)
  }
}
