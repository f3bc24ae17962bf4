/// What a release says about its tree of files.
package struct TreeSummary: Sendable, Hashable, Codable {
  /// The digest of the file manifest's canonical form.
  package let sha256: Digest
  /// The number of files.
  package let fileCount: Int
  /// The files' lengths added up, in bytes.
  package let unpackedBytes: UInt64

  package init(sha256: Digest, fileCount: Int, unpackedBytes: UInt64) {
    self.sha256 = sha256
    self.fileCount = fileCount
    self.unpackedBytes = unpackedBytes
  }
}
