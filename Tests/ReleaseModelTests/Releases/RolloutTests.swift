import ReleaseModel
import Testing

@testable import struct ReleaseModel.Cohort
@testable import enum ReleaseModel.RolloutSlot
@testable import enum ReleaseModel.SipHash24

@Suite struct RolloutTests {
  @Test func `hashes as SipHash-2-4's published vector says`() {
    // Key 00…0f; the 16 bytes 00…0f as two little-endian words: the vector of length 16 of the reference implementation.
    let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    #expect(SipHash24.hash(key.0, key.1, key: key) == 0x3f2a_cc7f_57c2_9bdb)
  }

  @Test(arguments: [-1, 10_001, .max, .min])
  func `refuses what is not 0 to 10000`(value: Int) throws {
    #expect(try codes { _ = try RolloutBasisPoints(value) } == ["invalid_rollout"])
  }

  @Test(arguments: ["", "-1", "+1", "10000", "00001", "1.5", " 1", "a", "٣"])
  func `refuses what is not a cohort`(text: String) throws {
    #expect(try codes { _ = try Cohort(parsing: text) } == ["invalid_cohort"])
  }

  @Test func `0 reaches nobody, 10000 everybody, and a device without a cohort only with everybody`() throws {
    for value in [0, 9_999] {
      let cohort = Cohort(value)
      #expect(!RolloutBasisPoints.nobody.includes(cohort, salt: 7))
      #expect(RolloutBasisPoints.everybody.includes(cohort, salt: 7))
    }
    #expect(try !RolloutBasisPoints(9_999).includes(nil, salt: 7))
    #expect(RolloutBasisPoints.everybody.includes(nil, salt: 7))
  }

  @Test(arguments: [10, 100, 1_000, 5_000, 9_900])
  func `reaches its share of the fleet, and keeps whom it reached when it grows`(points: Int) throws {
    let rollout = try RolloutBasisPoints(points)
    let larger = try RolloutBasisPoints(points + 50)
    let cohorts = (0...9_999).compactMap(Cohort.init)
    let reached = cohorts.filter { rollout.includes($0, salt: 0x5eed) }
    // Five standard deviations of a binomial count.
    let expected = Double(points)
    let deviation = (expected * (1 - expected / 10_000)).squareRoot()
    #expect(abs(Double(reached.count) - expected) < 5 * deviation)
    #expect(reached.allSatisfy { larger.includes($0, salt: 0x5eed) })
  }

  @Test func `two releases do not reach the same devices first`() throws {
    let rollout = try RolloutBasisPoints(100)
    let cohorts = (0...9_999).compactMap(Cohort.init)
    let first = Set(cohorts.filter { rollout.includes($0, salt: 1) })
    let second = Set(cohorts.filter { rollout.includes($0, salt: 2) })
    #expect(first.intersection(second).count < 10)
  }

  @Test func `every slot is as likely as every other`() {
    // The slots of a million hashes in ten equal parts.
    var parts = [Int](repeating: 0, count: 10)
    for salt in 0..<100 as Range<UInt64> {
      for cohort in (0...9_999).compactMap(Cohort.init) {
        parts[RolloutSlot.of(cohort, salt: salt) / 1_000] += 1
      }
    }
    #expect(parts.allSatisfy { abs($0 - 100_000) < 1_500 })
  }
}
