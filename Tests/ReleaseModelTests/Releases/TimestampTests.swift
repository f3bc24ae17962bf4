import ReleaseModel
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", Int64(0)), ("2026-07-21T10:00:00Z", 1_784_628_000),
    ("2000-02-29T23:59:59Z", 951_868_799),
    ("1969-12-31T23:59:59Z", -1), ("0000-01-01T00:00:00Z", -62_167_219_200),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `reads and writes RFC 3339 in UTC`(text: String, seconds: Int64) throws {
    #expect(Timestamp(parsing: text)?.secondsSinceEpoch == seconds)
    #expect(Timestamp(secondsSinceEpoch: seconds).description == text)
  }

  @Test(arguments: [
    "", "2026-07-21", "2026-07-21T10:00:00", "2026-07-21T10:00:00+00:00", "2026-07-21T10:00:00.5Z",
    "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z", "2026-07-21T24:00:00Z", "2026-07-21T10:60:00Z", "2026-07-21T10:00:60Z",
    "2026-07-21t10:00:00z", "+026-07-21T10:00:00Z", "٢٠٢٦-07-21T10",
  ])
  func `refuses other forms and days that do not exist`(text: String) {
    #expect(Timestamp(parsing: text) == nil)
  }

  @Test func `goes through every day of four centuries`() throws {
    for day in 0..<146_097 as Range<Int64> {
      let moment = Timestamp(secondsSinceEpoch: day * 86_400 - 6_000_000_000)
      try #require(Timestamp(parsing: moment.description) == moment)
    }
  }
}
