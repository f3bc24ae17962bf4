import Cryptography
import Foundation
import HTTPClient
import ReleaseTesting
import ReleaseTrust
import Testing
import TrustTransport

@Suite struct TargetFolderTests {
  static let content = Array("what was signed".utf8)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func found(_ path: ExactText, _ bytes: [UInt8] = content) throws -> FoundTarget {
    try FoundTarget(
      path: path, role: "targets",
      file: TargetFile(length: Int64(bytes.count), hashes: FileHashes(of: bytes)),
      hasConsistentSnapshots: false)
  }

  /// Obtains a target from a server that does as the script says; returns how that ended and what was asked for.
  private func obtain(
    _ target: FoundTarget, _ script: @escaping RawServer.Script
  ) throws -> (outcome: Result<TargetFolder.Delivery, TrustError>, requests: [String]) {
    try withRawServer(script) { server in
      let address = try WebAddress(parsing: server.url + "/targets")
      let targets = try TargetFolder(path: folder.path("targets"))
      let outcome = Result { () throws(TrustError) in
        try targets.obtain(target, from: address, with: HTTPClient(configuration: .trust))
      }
      return (outcome, server.requests.map(\.target))
    }
  }

  private static let honest: RawServer.Script = { _, _, connection in connection.answer(200, body: content) }

  static let names: [(ExactText, String, String)] = [
    ("a.zip", "a.zip", "/targets/a.zip"),
    ("path/to/a.zip", "path%2Fto%2Fa.zip", "/targets/path/to/a.zip"),
    ("a b?c#d%20é&+", "a%20b%3Fc%23d%2520%C3%A9%26%2B", "/targets/a%20b%3Fc%23d%2520%C3%A9%26%2B"),
    (".hidden", "%2Ehidden", "/targets/.hidden"),
  ]

  @Test(arguments: names)
  func `keeps a target under its encoded path, and asks for it segment by segment`(
    path: ExactText, name: String, request: String
  ) throws {
    let (outcome, requests) = try obtain(found(path), Self.honest)
    #expect(try outcome.get() == .fetched)
    #expect(try folder.read("targets/\(name)") == Self.content)
    #expect(requests == [request])
  }

  @Test(arguments: ["..", "../../x", "/etc/x", ""] as [ExactText])
  func `stays in its folder whatever the path is`(path: ExactText) throws {
    _ = try obtain(found(path), Self.honest).outcome.get()
    #expect(try folder.names() == ["targets"])
    #expect(try folder.names(in: "targets").count == 1)
  }

  @Test func `tells names apart that no file system takes`() throws {
    for last in ["a", "b"] {
      _ = try obtain(found(ExactText(String(repeating: "é", count: 200) + last)), Self.honest).outcome.get()
    }
    #expect(try folder.names(in: "targets").count == 2)
  }

  @Test func `asks for nothing when the right bytes are there`() throws {
    try folder.write(Self.content, to: "targets/a.zip")
    let (outcome, requests) = try obtain(found("a.zip"), Self.honest)
    #expect(try outcome.get() == .kept)
    #expect(requests.isEmpty)
  }

  @Test func `fetches an empty target`() throws {
    let (outcome, _) = try obtain(found("a.zip", [])) { _, _, connection in connection.answer(200) }
    #expect(try outcome.get() == .fetched)
    #expect(try folder.read("targets/a.zip") == [])
  }

  @Test(arguments: ["what was damaged", "short", "what was signe!", ""])
  func `replaces other bytes under the name`(bytes: String) throws {
    try folder.write(bytes.utf8, to: "targets/a.zip")
    #expect(try obtain(found("a.zip"), Self.honest).outcome.get() == .fetched)
    #expect(try folder.read("targets/a.zip") == Self.content)
    #expect(try folder.names(in: "targets") == ["a.zip"])
  }

  @Test func `replaces a link and follows it nowhere`() throws {
    let outside = try folder.write(Self.content, to: "outside")
    try folder.write([], to: "targets/b")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("targets/a.zip"), withDestinationPath: outside)
    #expect(try obtain(found("a.zip"), Self.honest).outcome.get() == .fetched)
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder.path("targets/a.zip"))[.type]
        as? FileAttributeType
        == .typeRegular)
  }

  struct Lie: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: TrustErrorCode
    let script: RawServer.Script
  }

  static let lies = [
    Lie(testDescription: "other bytes", code: .targetHashMismatch) { _, _, connection in
      connection.answer(200, body: Array("what was forged".utf8))
    },
    Lie(testDescription: "declared longer", code: .targetLengthMismatch) { _, _, connection in
      connection.answer(200, body: content + [32])
    },
    Lie(testDescription: "declared shorter", code: .targetLengthMismatch) { _, _, connection in
      connection.answer(200, body: content.dropLast())
    },
    Lie(testDescription: "shorter without a length", code: .targetFetchFailed) { _, _, connection in
      connection.sendHead(200)
      connection.send(content.dropLast())
    },
    Lie(testDescription: "endless", code: .targetLengthMismatch) { _, _, connection in
      connection.sendHead(200)
      connection.sendForever(content)
    },
    Lie(testDescription: "cut", code: .targetFetchFailed) { _, _, connection in
      connection.sendHead(200, length: content.count)
      connection.send(content.dropLast())
    },
    Lie(testDescription: "not there", code: .targetFetchFailed) { _, _, connection in connection.answer(404)
    },
    Lie(testDescription: "an endless refusal", code: .targetFetchFailed) { _, _, connection in
      connection.sendHead(404)
      connection.sendForever([UInt8](repeating: 32, count: 64 << 10))
    },
    Lie(testDescription: "a part", code: .targetFetchFailed) { _, _, connection in
      connection.answer(206, fields: ["Content-Range: bytes 0-3/15"], body: Array("what".utf8))
    },
    Lie(testDescription: "coded", code: .targetFetchFailed) { _, _, connection in
      connection.answer(200, fields: ["Content-Encoding: gzip"], body: content)
    },
  ]

  @Test(arguments: lies)
  func `refuses a lie and keeps what was there`(lie: Lie) throws {
    try folder.write("an older version".utf8, to: "targets/a.zip")
    let (outcome, requests) = try obtain(found("a.zip"), lie.script)
    #expect(throws: TrustError.self) { try outcome.get() }
    if case .failure(let error) = outcome { #expect(error.code == lie.code) }
    #expect(requests.count == 1)
    #expect(try folder.read("targets/a.zip") == Array("an older version".utf8))
    #expect(try folder.names(in: "targets") == ["a.zip"])
  }
}
