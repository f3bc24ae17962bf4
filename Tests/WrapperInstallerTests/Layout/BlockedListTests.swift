import ReleaseBundle
import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct BlockedListTests {
  @Test func `counts the failures of a content, whatever version it came as`() throws {
    var list = BlockedList()
    for (index, version) in ["1.0.0", "1.0.1"].enumerated() {
      list.block(
        .sha256(of: [1]), version: try SemanticVersion(parsing: version), stage: .extraction,
        code: "bundle_rejected",
        at: Timestamp(secondsSinceEpoch: Int64(index)))
    }
    #expect(list.entries.count == 1)
    #expect(list.entry(for: .sha256(of: [1]))?.count == 2)
    #expect(list.entry(for: .sha256(of: [1]))?.version?.description == "1.0.1")
    #expect(list.entry(for: .sha256(of: [2])) == nil)
  }

  @Test func `stays bounded and keeps the newest`() throws {
    var list = BlockedList()
    for index in 0..<150 {
      list.block(
        .sha256(of: [UInt8(index)]), version: try SemanticVersion(parsing: "1.0.0"), stage: .rollback,
        code: "x",
        at: Timestamp(secondsSinceEpoch: Int64(index)))
    }
    #expect(list.entries.count == 100)
    #expect(list.entry(for: .sha256(of: [149])) != nil)
    #expect(list.entry(for: .sha256(of: [0])) == nil)
  }
}
