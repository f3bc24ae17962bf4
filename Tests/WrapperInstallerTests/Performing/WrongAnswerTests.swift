import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// The device against servers whose answers or archives are wrong: each is refused with its own code, and nothing
/// changes on the device.
@Suite struct WrongAnswerTests {
  /// Installs 1.0.0, then makes the registry offer 2.0.0 in a wrong way, and returns how that failed.
  private func failure(
    _ files: [String: String] = [:], lie: (inout [String: Any]) -> Void = { _ in },
    then change: (RegistrySimulator, SimulatedRelease) throws -> Void = { _, _ in }
  ) throws -> InstallerError? {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      let before = try device.bytes("current.json")
      let release = try SimulatedRelease("2.0.0", sequence: 2, files: files, in: folder)
      try registry.offer(release, lie: lie)
      try change(registry, release)
      let error = try device.installError(registry.url)
      #expect(try device.bytes("current.json") == before)
      #expect(try device.installation.status().complete)
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0"])
      return error
    }
  }

  @Test(arguments: [
    "null", "base64", "upper case", "short", "sha512",
  ])
  func `a hash that is not 64 lower-case hexadecimal characters breaks the contract`(kind: String) throws {
    let error = try failure(lie: { answer in
      let honest = answer["sha256"] as? String ?? ""
      answer["sha256"] =
        switch kind {
        case "null": NSNull()
        case "base64": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        case "upper case": honest.uppercased()
        case "short": String(honest.dropLast())
        default: honest + honest
        } as Any
    })
    #expect(error?.code == .invalidAnswer)
    #expect(error?.message.contains("data.sha256") == true)
  }

  @Test(arguments: [
    "releaseVersion", "channel", "sequence", "zipUrl", "sizeBytes", "tree", "entryFile", "wrapperRange",
  ])
  func `a missing field is named`(field: String) throws {
    let error = try failure(lie: { $0[field] = nil })
    #expect(error?.code == .invalidAnswer)
    #expect(error?.message.contains("'data.\(field)' is missing") == true)
  }

  @Test func `counts that make no sense are refused and do no harm`() throws {
    let error = try failure(lie: { answer in
      var tree = answer["tree"] as? [String: Any] ?? [:]
      tree["fileCount"] = -1
      answer["tree"] = tree
    })
    #expect(error?.code == .invalidAnswer)
  }

  @Test func `an error page saved as a zip is not even begun`() throws {
    let error = try failure(then: {
      $0.replaceArtifact(of: $1, with: Array("<html>sign in</html>".utf8), contentType: "text/html")
    })
    #expect(error?.code == .wrongContent)
    #expect(error?.stage == .download)
  }

  @Test func `an error page that calls itself a zip fails by its length`() throws {
    let error = try failure(then: { $0.replaceArtifact(of: $1, with: Array("<html>sign in</html>".utf8)) })
    #expect(error?.code == .lengthMismatch)
  }

  @Test func `wrong content of the right length fails by its hash`() throws {
    let error = try failure(then: { (registry, release) throws in
      var bytes = release.archive
      bytes[bytes.count / 2] ^= 1
      registry.replaceArtifact(of: release, with: bytes)
    })
    #expect(error?.code == .hashMismatch)
    #expect(error?.stage == .verification)
    #expect(error?.message.contains("proxy or CDN") == true)
  }

  @Test func `a tree that is not the announced one is refused before it becomes a candidate`() throws {
    let error = try failure(lie: { answer in
      var tree = answer["tree"] as? [String: Any] ?? [:]
      tree["sha256"] = String(repeating: "0", count: 64)
      answer["tree"] = tree
    })
    #expect(error?.code == .treeMismatch)
    #expect(error?.stage == .extraction)
  }

  @Test(arguments: ["Index.html", "assets/index.html", "index.htm", "assets"])
  func `the entry file must be one of the files, exactly`(entryFile: String) throws {
    #expect(try failure(lie: { $0["entryFile"] = entryFile })?.code == .entryFileMissing)
  }

  @Test func `several index files and empty ones are fine`() throws {
    #expect(
      try failure(["index.html": "", "a/index.html": "", "a/b/index.html": "x"]) { $0["channel"] = "x y" }
        != nil)
    try withRegistry { (registry, folder) throws in
      let files = ["app/index.html": "", "app/a/index.html": "", "app/empty": ""]
      try registry.offer(
        SimulatedRelease("1.0.0", sequence: 1, files: files, entryFile: "app/a/index.html", in: folder))
      #expect(try TestDevice().install(registry.url).outcome == .installed)
    }
  }

  @Test func `what a server says is shown escaped`() throws {
    let error = try failure(then: { (registry, _) throws in
      registry.answer(
        403, #"{"type":"about:blank","title":"","status":403,"code":"forbidden","detail":"\u001b[2Jx\u202e"}"#
      )
    })
    #expect(error?.message.contains(#": \u{1B}[2Jx\u{202E}"#) == true)
    try withRegistry { (registry, _) throws in
      registry.offerNothing(reason: #"\u001b[31mbad\u0000"#)
      let result = try TestDevice().install(registry.url)
      #expect(result.reason == #"\u{1B}[31mbad\u{0}"#)
      #expect(result.message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }

  @Test(arguments: [
    (400, InstallerError.Code.downloadRefused), (403, .downloadRefused), (404, .downloadRefused),
    (408, .downloadUnavailable),
    (429, .downloadUnavailable), (500, .downloadUnavailable), (503, .downloadUnavailable),
  ])
  func `a refused archive and a server that has trouble are told apart`(
    status: Int, code: InstallerError.Code
  ) throws {
    let error = try failure(then: { (registry, release) throws in
      registry.replaceArtifact(of: release, with: Array("no".utf8), status: status)
    })
    #expect(error?.code == code)
    #expect(error?.message.contains("answers \(status) ") == true)
    #expect(error?.isRetryable == true)
  }

  @Test(arguments: [(400, "invalid_channel"), (403, "forbidden"), (404, "not_found")])
  func `a refused question says what the server said`(status: Int, code: String) throws {
    let error = try failure(then: { (registry, _) throws in
      registry.answer(
        status,
        #"{"type":"about:blank","title":"","status":\#(status),"code":"\#(code)","detail":"because"}"#)
    })
    #expect(error?.code == .checkRefused)
    #expect(error?.message.contains("\(status) (\(code)): because") == true)
  }

  @Test(arguments: ["", "<html></html>", "[]", "{}", #"{"data":null}"#, #"{"data":{}}"#])
  func `an answer that is not the contract's is refused`(text: String) throws {
    #expect(try failure(then: { registry, _ in registry.answer(200, text) })?.code == .invalidAnswer)
  }

  @Test(arguments: [
    ("", #""meta":1,"meta":1"#), (#""data":{"#, #""sequence":7"#),
    (#""data":{"#, #""entryFile":"index.html""#),
    (#""data":{"#, #""s\u0065quence":2"#), (#""tree":{"#, #""fileCount":1"#),
    (#""tree":{"#, #""unheardOf":1,"unheardOf":1"#),
  ])
  func `an answer that says something twice is refused, whether or not it says the same`(
    object: String, member: String
  ) throws {
    var honest: [String: Any] = [:]
    let error = try failure(
      lie: { honest = $0 },
      then: { (registry, _) throws in
        let answer = try JSONSerialization.data(withJSONObject: ["data": honest])
        var text = String(decoding: answer, as: UTF8.self)
        let place =
          object.isEmpty
          ? text.index(after: text.startIndex) : try #require(text.firstRange(of: object)).upperBound
        text.insert(contentsOf: member + ",", at: place)
        registry.answer(200, text)
      })
    #expect(error?.code == .invalidAnswer)
    #expect(error?.message.contains("twice") == true)
  }

  @Test func `of two codes of a problem none counts`() throws {
    let error = try failure(then: { (registry, _) throws in
      registry.answer(
        404,
        #"{"type":"about:blank","title":"","status":404,"code":"no_compatible_release","detail":"","code":"not_found"}"#
      )
    })
    #expect(error?.code == .checkRefused)
  }
}
