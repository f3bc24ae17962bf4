import ReleaseModel

/// The names of the stored files that records refer to.
struct RecordedFiles: Sendable {
  let artifacts: Set<String>
  let trees: Set<String>

  init(_ records: [ArtifactRecord]) {
    artifacts = Set(records.map { "\($0.sha256).zip" })
    trees = Set(records.map { "\($0.tree.sha256).json" })
  }

  /// Whether the name is one that the registry gives to a bundle, and no record has.
  func isOrphan(artifact name: String) -> Bool { !artifacts.contains(name) && isDigest(name, ".zip") }

  /// Whether the name is one that the registry gives to a file manifest, and no record has.
  func isOrphan(tree name: String) -> Bool { !trees.contains(name) && isDigest(name, ".json") }

  private func isDigest(_ name: String, _ suffix: String) -> Bool {
    guard name.hasSuffix(suffix), let digest = try? Digest(parsing: String(name.dropLast(suffix.count)))
    else {
      return false
    }
    return name == "\(digest)\(suffix)"
  }
}
