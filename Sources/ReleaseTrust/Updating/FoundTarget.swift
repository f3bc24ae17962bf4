/// A target file, and who vouches for it.
package struct FoundTarget: Sendable, Hashable {
  /// The path that it is known by in the repository.
  package let path: ExactText
  /// The role that says so: `targets` or a delegated one.
  package let role: ExactText
  /// What that role says of it.
  package let file: TargetFile
  /// The path to fetch it from, below the repository's folder of targets, percent-encoded: with consistent snapshots
  /// `DIR/HASH.NAME`, else the path itself.
  package let downloadPath: String

  package init(
    path: ExactText, role: ExactText, file: TargetFile, hasConsistentSnapshots: Bool
  ) throws(TrustError) {
    self.path = path
    self.role = role
    self.file = file
    guard hasConsistentSnapshots else {
      downloadPath = path.percentEncodedPath
      return
    }
    guard let digits = file.hashes.nameDigits else {
      throw TrustError(
        .noKnownHash, "of '\(path)' only hashes are stated that are not known here; state a sha256 or sha512")
    }
    let parts = path.string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let segments = parts.map { String(decoding: $0, as: UTF8.self) }
    let named = segments.dropLast() + ["\(digits).\(segments.last ?? "")"]
    downloadPath = ExactText(named.joined(separator: "/")).percentEncodedPath
  }
}
