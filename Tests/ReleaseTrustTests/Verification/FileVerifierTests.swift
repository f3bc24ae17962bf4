import ReleaseTrust
import Testing

@Suite struct FileVerifierTests {
  private let bytes = Array("the file".utf8)

  private func target(length: Int64? = nil, hashes: String? = nil) throws -> TargetFile {
    guard let hashes else { return TargetFile(length: length ?? 8, hashes: FileHashes(of: bytes)) }
    let text = """
      {"_type":"targets","spec_version":"1.0.34","version":1,"expires":"2030-01-02T03:04:05Z",
      "targets":{"f":{"length":8,"hashes":\(hashes)}}}
      """
    guard case .object(let signed) = try JSONReader.read(Array(text.utf8), maximumBytes: 10_000) else {
      throw CancellationError()
    }
    return try #require(try TargetsMetadata(reading: signed).targets["f"])
  }

  private func code(_ target: TargetFile, _ bytes: [UInt8]) throws -> TrustErrorCode {
    try #require(throws: TrustError.self) { try FileVerifier.verify(bytes, target, path: "dir/f") }.code
  }

  @Test func `is content with the stated bytes, in whatever pieces they come`() throws {
    var verifier = try FileVerifier(try target(), path: "dir/f")
    for byte in bytes { try verifier.update([byte]) }
    try verifier.finish()
    try FileVerifier.verify(bytes, try target(), path: "dir/f")
  }

  @Test func `refuses another length and other bytes`() throws {
    #expect(try code(try target(), bytes + [0]) == .targetLengthMismatch)
    #expect(try code(try target(), Array(bytes.dropLast())) == .targetLengthMismatch)
    #expect(try code(try target(), Array(bytes.reversed())) == .targetHashMismatch)
  }

  @Test func `stops at the first byte too many`() throws {
    var verifier = try FileVerifier(try target(), path: "dir/f")
    try verifier.update(bytes)
    #expect(throws: TrustError.self) { try verifier.update([0]) }
  }

  @Test func `needs every known hash to be right, and ignores unknown ones`() throws {
    let right = FileHashes(of: bytes)
    let sha256 = try #require(right["sha256"])
    let sha512 = try #require(right["sha512"])
    try FileVerifier.verify(
      bytes, try target(hashes: #"{"sha512":"\#(sha512)","md5":"00"}"#), path: "dir/f")
    let wrong512 = #"{"sha256":"\#(sha256)","sha512":"\#(String(repeating: "0", count: 128))"}"#
    #expect(try code(try target(hashes: wrong512), bytes) == .targetHashMismatch)
    let wrong256 = #"{"sha256":"\#(String(repeating: "0", count: 64))","sha512":"\#(sha512)"}"#
    #expect(try code(try target(hashes: wrong256), bytes) == .targetHashMismatch)
  }

  @Test func `refuses a file of which only unknown hashes are stated`() throws {
    #expect(try code(try target(hashes: #"{"blake3":"00","md5":"00"}"#), bytes) == .noKnownHash)
  }
}
