package import ReleaseModel

extension FileManifest {
  /// What a release says about these files: the digest of the canonical form, their number and total size.
  package var treeSummary: TreeSummary {
    TreeSummary(
      sha256: .sha256(of: canonicalJSON), fileCount: fileCount, unpackedBytes: unpackedBytes)
  }

  /// Why `path` cannot be a release's entry file; nil when it can, which is when it names exactly one of the files.
  package func objection(toEntryFile path: String) -> String? {
    guard entry(at: path) == nil else { return nil }
    let shown = EscapedName.of(path)
    let wanted = path.lowercased()
    if let similar = entries.first(where: { $0.path.lowercased() == wanted }) {
      return "'\(shown)' is not in the bundle; did you mean '\(similar.path)'? Upper and lower case differ"
    }
    let name = wanted.split(separator: "/").last.map(String.init) ?? wanted
    let elsewhere = entries.map(\.path).filter {
      $0.lowercased().split(separator: "/").last.map(String.init) == name
    }
    guard let first = elsewhere.first else {
      return "'\(shown)' is not in the bundle; name one of its \(fileCount) files, such as 'index.html'"
    }
    return "'\(shown)' is not in the bundle; did you mean '\(first)'?"
  }
}
