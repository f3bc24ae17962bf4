import Cryptography
import Testing

@Suite struct RandomBytesTests {
  @Test(arguments: [0, 1, 32, 10_000])
  func `gives as many bytes as asked for`(count: Int) throws {
    #expect(try randomBytes(count: count).count == count)
  }

  @Test func `fills a long run to its end`() throws {
    #expect(Set(try randomBytes(count: 10_000).suffix(256)).count > 64)
  }

  @Test func `never repeats itself and uses every bit`() throws {
    let draws = try (0..<64).map { _ in try randomBytes(count: 32) }
    #expect(Set(draws).count == draws.count)
    #expect(draws.flatMap(\.self).reduce(0, |) == 0xFF)
    #expect(draws.flatMap(\.self).reduce(0xFF, &) == 0)
  }
}
