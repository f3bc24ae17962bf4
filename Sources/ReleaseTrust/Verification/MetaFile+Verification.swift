extension MetaFile {
  /// Compares a file with the length and hashes that are stated, if any are.
  func verify(_ bytes: [UInt8], name: String) throws(TrustError) {
    var verifier = try FileVerifier(self, name: name)
    try verifier.update(bytes)
    try verifier.finish()
  }

  /// Whether these are the bytes that are stated; a file that is kept may well be an older one.
  func isStated(of bytes: [UInt8]) -> Bool {
    // Said first, since another length is what most other files have, and hashing takes longer.
    if let length, length != Int64(bytes.count) { return false }
    do throws(TrustError) {
      try verify(bytes, name: "")
      return true
    } catch {
      return false
    }
  }
}
