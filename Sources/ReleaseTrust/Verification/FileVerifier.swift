import Cryptography

/// Compares a file that arrives in pieces with the length and the hashes that metadata states for it.
///
/// All hashes that are known here have to be right. A file of which only hashes of unknown algorithms are stated is
/// refused: nothing would be proven.
package struct FileVerifier: ~Copyable {
  private let name: String
  private let length: Int64?
  private let hashes: FileHashes?
  private let codes: Codes
  private var sha256: SHA256Hasher?
  private var sha512: SHA512Hasher?
  private var count: Int64 = 0

  /// What to call a difference.
  struct Codes {
    let length: TrustErrorCode
    let hash: TrustErrorCode
  }

  /// Verifies a target file.
  package init(_ target: TargetFile, path: ExactText) throws(TrustError) {
    let codes = Codes(length: .targetLengthMismatch, hash: .targetHashMismatch)
    try self.init(name: path.string, length: target.length, hashes: target.hashes, codes: codes)
  }

  /// Verifies a metadata file.
  init(_ meta: MetaFile, name: String) throws(TrustError) {
    let codes = Codes(length: .metadataLengthMismatch, hash: .metadataHashMismatch)
    try self.init(name: name, length: meta.length, hashes: meta.hashes, codes: codes)
  }

  private init(name: String, length: Int64?, hashes: FileHashes?, codes: Codes) throws(TrustError) {
    if let hashes, hashes.nameDigits == nil {
      throw TrustError(
        .noKnownHash, "of '\(name)' only hashes are stated that are not known here; state a sha256 or sha512")
    }
    self.name = name
    self.length = length
    self.hashes = hashes
    self.codes = codes
    sha256 = hashes?["sha256"] == nil ? nil : SHA256Hasher()
    sha512 = hashes?["sha512"] == nil ? nil : SHA512Hasher()
  }

  /// Verifies a whole file.
  package static func verify(_ bytes: [UInt8], _ target: TargetFile, path: ExactText) throws(TrustError) {
    var verifier = try FileVerifier(target, path: path)
    try verifier.update(bytes)
    try verifier.finish()
  }

  /// Adds the next bytes of the file; refuses them as soon as there are too many.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) throws(TrustError) {
    count += Int64(bytes.count)
    if let length, count > length {
      throw TrustError(codes.length, "'\(name)' is longer than the \(length) bytes that are stated for it")
    }
    sha256?.update(bytes)
    sha512?.update(bytes)
  }

  /// Adds the next bytes of the file.
  package mutating func update(_ bytes: [UInt8]) throws(TrustError) {
    var failure: TrustError?
    bytes.withUnsafeBytes { buffer in
      do throws(TrustError) { try update(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Says that the file ended.
  package mutating func finish() throws(TrustError) {
    if let length, count != length {
      throw TrustError(codes.length, "'\(name)' has \(count) bytes instead of the stated \(length)")
    }
    if let hasher = sha256.take() { try compare("sha256", hasher.finalize()) }
    if let hasher = sha512.take() { try compare("sha512", hasher.finalize()) }
  }

  private func compare(_ algorithm: ExactText, _ digest: [UInt8]) throws(TrustError) {
    guard hashes?[algorithm] == ExactText(hexadecimal(digest)) else {
      throw TrustError(
        codes.hash, "the \(algorithm) of '\(name)' is not the stated one: these are other bytes")
    }
  }
}
