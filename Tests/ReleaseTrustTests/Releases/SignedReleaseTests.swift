import Cryptography
import ReleaseModel
import Testing

@testable import ReleaseTrust

@Suite struct SignedReleaseTests {
  private static func release(
    channel: String = "production", version: String = "2.14.0", sequence: Int64 = 42,
    artifact: Character = "a", sizeBytes: UInt64 = 9_039_115, tree: Character = "b", fileCount: Int = 154,
    unpackedBytes: UInt64 = 23_389_065, entryFile: String = "index.html",
    wrapperRange: String = ">=4.2.0 <6.0.0", apiContractRange: String = "^3.1.0"
  ) throws -> SignedRelease {
    SignedRelease(
      channel: try Channel(parsing: channel), version: try SemanticVersion(parsing: version),
      sequence: sequence, artifact: try Digest(parsing: String(repeating: artifact, count: 64)),
      sizeBytes: sizeBytes,
      tree: TreeSummary(
        sha256: try Digest(parsing: String(repeating: tree, count: 64)), fileCount: fileCount,
        unpackedBytes: unpackedBytes),
      entryFile: entryFile,
      gates: ReleaseGates(
        wrapperRange: try VersionRange(parsing: wrapperRange),
        apiContractRange: try VersionRange(parsing: apiContractRange)))
  }

  private static func changed() throws -> [(SignedRelease, TrustErrorCode)] {
    [
      (try release(channel: "beta"), .channelNotAsSigned),
      (try release(version: "2.14.1"), .releaseVersionNotAsSigned),
      (try release(version: "2.14.0+rebuilt"), .releaseVersionNotAsSigned),
      (try release(sequence: 43), .sequenceNotAsSigned),
      (try release(artifact: "c"), .artifactNotAsSigned),
      (try release(sizeBytes: 1), .sizeNotAsSigned),
      (try release(tree: "c"), .treeNotAsSigned),
      (try release(fileCount: 1), .treeNotAsSigned),
      (try release(unpackedBytes: 1), .treeNotAsSigned),
      (try release(entryFile: "other.html"), .entryFileNotAsSigned),
      (try release(wrapperRange: ">=4.2.0"), .wrapperRangeNotAsSigned),
      (try release(apiContractRange: "^3.1"), .apiContractRangeNotAsSigned),
    ]
  }

  @Test func `is read back from the target file that it is written as`() throws {
    let release = try Self.release(version: "2.14.0-rc.1+build.7")
    #expect(release.path == "production/2.14.0-rc.1+build.7.zip")
    #expect(try SignedRelease(release.targetFile, at: release.path) == release)
  }

  @Test func `is not the release of another path`() throws {
    let release = try Self.release()
    #expect {
      try SignedRelease(release.targetFile, at: "production/2.14.1.zip")
    } throws: {
      ($0 as? TrustError)?.code == .invalidReleaseMetadata
    }
  }

  @Test(arguments: [
    "apiContractRange", "channel", "entryFile", "releaseVersion", "sequence", "tree", "wrapperRange",
  ])
  func `is refused without one of its fields`(field: String) throws {
    let file = try Self.release().targetFile
    var custom = try #require(file.custom)
    custom[ExactText(field)] = nil
    let mutilated = TargetFile(length: file.length, hashes: file.hashes, custom: custom)
    #expect {
      try SignedRelease(mutilated, at: try Self.release().path)
    } throws: {
      ($0 as? TrustError)?.code == .invalidReleaseMetadata
        && String(describing: $0).contains("'\(field)'")
    }
  }

  @Test
  func
    `signature does not cover version, channel, ranges, entry file: each swapped field is refused by its code`()
    throws
  {
    let signed = try Self.release()
    try signed.verify(try Self.release())
    for (answer, code) in try Self.changed() {
      #expect {
        try signed.verify(answer)
      } throws: {
        ($0 as? TrustError)?.code == code
      }
    }
  }

  @Test func `has another statement whenever a field is another`() throws {
    let statements = try Self.changed().map(\.0.statement) + [Self.release().statement]
    #expect(Set(statements).count == statements.count)
  }

  @Test func `has a statement that anybody can write`() throws {
    let release = try Self.release(fileCount: 2, unpackedBytes: 3)
    let (artifact, tree) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
    #expect(
      String(decoding: release.statement, as: UTF8.self) == """
        {"apiContractRange":"^3.1.0","channel":"production","entryFile":"index.html","releaseVersion":"2.14.0",\
        "sequence":42,"sha256":"\(artifact)","sizeBytes":9039115,"tree":{"fileCount":2,"sha256":"\(tree)",\
        "unpackedBytes":3},"wrapperRange":">=4.2.0 <6.0.0"}
        """)
  }
}
