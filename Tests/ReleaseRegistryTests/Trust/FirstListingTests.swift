import Foundation
import HTTPClient
import ReleaseModel
import ReleaseRegistry
import ReleaseTesting
import ReleaseTrust
import Testing

/// Releases that were published before anybody signed, when a first root takes them in.
@Suite struct `A release that is listed for the first time` {
  private let registry: TestRegistry

  init() throws {
    registry = try TestRegistry()
    for version in ["2.13.0", "2.14.0"] { try registry.publish(version) }
    try registry.transition("pause", "2.13.0")
  }

  @Test(arguments: ["artifacts", "trees"], ["gone", "changed"])
  func `has its stored bytes`(kind: String, fault: String) throws {
    let upload = try first()
    let release = try registry.webRelease("2.13.0")
    let path =
      kind == "trees"
      ? "data/trees/\(release.tree.sha256).json" : "data/artifacts/\(release.artifactSha256).zip"
    let stored = try registry.folder.read(path)
    if fault == "gone" {
      try FileManager.default.removeItem(atPath: registry.folder.path(path))
    } else {
      try registry.folder.write([stored[0] ^ 1] + stored.dropFirst(), to: path)
    }
    for query in ["?dryRun=true", ""] {
      let answer = try registry.call(
        .post, "/admin/v1/trust\(query)", token: registry.superAdmin, body: upload.document)
      #expect(answer.status == 409)
      #expect(answer.code == "artifact_damaged")
      #expect(answer.errors == ["production/2.13.0: artifact_damaged"])
      #expect(answer.detail.contains("production/2.13.0 cannot be signed for: '\(kind)/"))
      #expect(answer.detail.contains("relctl release retire"))
    }
    #expect(registry.registry.isInDevelopmentMode)

    try registry.folder.write(stored, to: path)
    try registry.trust(upload)
    #expect(try registry.findings() == [])
  }

  @Test func `may be lost once it is retired, with the metadata that was signed before`() throws {
    let upload = try first()
    let release = try registry.webRelease("2.13.0")
    try FileManager.default.removeItem(
      atPath: registry.folder.path("data/artifacts/\(release.artifactSha256).zip"))
    try registry.transition("retire", "2.13.0")
    try registry.trust(upload)
  }

  @Test func `is named with all others that are lost`() throws {
    let upload = try first()
    for name in try registry.folder.names(in: "data/artifacts") {
      try FileManager.default.removeItem(atPath: registry.folder.path("data/artifacts/\(name)"))
    }
    let answer = try registry.upload(upload)
    #expect(
      answer.errors.sorted() == [
        "production/2.13.0: artifact_damaged", "production/2.14.0: artifact_damaged",
      ])
    #expect(answer.detail.contains("and 1 more cannot be signed for"))
  }

  /// What people sign who take in everything that is published.
  private func first() throws -> MetadataUpload {
    let ceremony = try Ceremony(registry, channels: "production")
    let releases = try ["2.13.0", "2.14.0"].map { version in
      let release = try registry.webRelease(version)
      return SignedRelease(release, sequence: try #require(release.sequence))
    }
    var upload = try ceremony.first()
    upload.channels["production"] = try ceremony.signed(
      ceremony.channelMetadata(releases: releases),
      by: ceremony.channelKeys[try Channel(parsing: "production")] ?? [])
    return upload
  }
}
