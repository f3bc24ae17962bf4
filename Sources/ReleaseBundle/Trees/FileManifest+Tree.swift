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
      guard let document = topmostDocument else {
        return
          "'\(shown)' is not in the bundle, and no file of it is an HTML document; is this the folder with the built "
          + "web files?"
      }
      return "'\(shown)' is not in the bundle; name an HTML document of it, such as '\(document)'"
    }
    return "'\(shown)' is not in the bundle; did you mean '\(first)'?"
  }

  /// The HTML document that lies under the fewest folders, which is most likely the one that a wrapper opens.
  private var topmostDocument: String? {
    entries.map(\.path).filter(Self.isHTML).min { left, right in
      (left.count { $0 == "/" }, left) < (right.count { $0 == "/" }, right)
    }
  }
}
