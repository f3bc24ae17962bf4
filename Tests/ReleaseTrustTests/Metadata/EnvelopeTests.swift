import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct EnvelopeTests {
  private func envelope(_ text: String) throws(TrustError) -> Envelope {
    try Envelope(parsing: Array(text.utf8), maximumBytes: 100_000)
  }

  @Test func `verifies what python-tuf signed with each kind of key`() throws {
    let envelope = try envelope(PythonTUFVectors.root)
    let root: RootMetadata = try envelope.content()
    let authority = root.authority(for: .root)
    #expect(try authority.signers(of: envelope).count == 3)
    #expect(Set(authority.publicKeys.map(\.scheme)) == Set(SignatureScheme.allCases))
    try authority.verify(envelope)
    try root.authority(for: .targets).verify(try self.envelope(PythonTUFVectors.targets))
  }

  @Test(arguments: JSONWriter.Layout.allCases)
  func `writes a file that says the same, unknown members included`(layout: JSONWriter.Layout) throws {
    for text in [PythonTUFVectors.root, PythonTUFVectors.targets] {
      let envelope = try envelope(text)
      let original = try JSONReader.read(Array(text.utf8), maximumBytes: 100_000)
      #expect(try JSONReader.read(envelope.fileBytes(layout), maximumBytes: 100_000) == original)
    }
  }

  @Test(arguments: ["", "\n", "\u{1f}", "\u{7f}", "\"\\", "\u{e9}\u{10ffff}", "a\tb\"\u{0}"])
  func `writes what was signed as any JSON writer would, whatever is in its texts`(text: String) throws {
    let file: StrictJSON = .object([
      "a": 1, "signatures": [],
      "signed": .object(["\"\u{1}": .text(ExactText(text)), "x": .text(ExactText(text))]), "z": [true],
    ])
    let envelope = try Envelope(
      parsing: JSONWriter.bytes(of: file, .pretty), maximumBytes: 1_000)
    for layout in JSONWriter.Layout.allCases {
      #expect(envelope.fileBytes(layout) == JSONWriter.bytes(of: file, layout))
    }
  }

  @Test func `writes typed metadata to the canonical bytes that were signed`() throws {
    let root = try envelope(PythonTUFVectors.root)
    #expect(Envelope(try root.content(as: RootMetadata.self)).signedBytes == root.signedBytes)
    let targets = try envelope(PythonTUFVectors.targets)
    #expect(Envelope(try targets.content(as: TargetsMetadata.self)).signedBytes == targets.signedBytes)
  }

  @Test func `refuses two signatures of one key`() throws {
    let text = #"{"signed":{},"signatures":[{"keyid":"a","sig":"00"},{"keyid":"a","sig":"01"}]}"#
    let error = try #require(throws: TrustError.self) { try envelope(text) }
    #expect(error.code == .duplicateSignature)
  }

  @Test(arguments: [
    "[]", #"{"signed":{}}"#, #"{"signatures":[]}"#, #"{"signed":[],"signatures":[]}"#,
    #"{"signed":{},"signatures":{}}"#, #"{"signed":{},"signatures":[{"keyid":"a"}]}"#,
    #"{"signed":{},"signatures":[{"keyid":1,"sig":""}]}"#, #"{"signed":{},"signatures":null}"#,
  ])
  func `refuses what is no envelope`(text: String) throws {
    let error = try #require(throws: TrustError.self) { try envelope(text) }
    #expect(error.code == .invalidMetadata)
  }

  @Test func `replaces the earlier signature of the same key`() throws {
    let key = try SigningKey.generate(.ecdsaP256SHA256)
    var envelope = Envelope(TargetsMetadata(version: 1, expires: Moment.nextYear))
    try envelope.sign(with: key)
    let first = envelope.signatures
    try envelope.sign(with: key)
    #expect(envelope.signatures.count == 1)
    #expect(envelope.signatures != first)
  }
}
