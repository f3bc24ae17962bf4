import Foundation
package import ReleaseBundle
package import ReleaseModel

/// A release that a test made: its archive, and the answer that offers it.
package struct SimulatedRelease: Sendable {
  /// The archive's bytes.
  package let archive: [UInt8]
  /// What inspection said of it.
  package let inspection: BundleInspection
  /// What devices are told.
  package let candidate: ReleaseCandidate

  /// Packs the files into a release.
  package init(
    _ version: String, sequence: Int64, files: [String: String] = [:], wrapperRange: String = "*",
    entryFile: String = "index.html", in folder: TemporaryFolder
  ) throws {
    let name = "release-\(sequence)"
    let contents = files.isEmpty ? Self.files(of: version) : files
    for (path, text) in contents { try folder.write(Array(text.utf8), to: "\(name)/\(path)") }
    inspection = try BundlePacker().pack(folder: folder.path(name), to: folder.path("\(name).zip"))
    archive = try folder.read("\(name).zip")
    candidate = ReleaseCandidate(
      version: try SemanticVersion(parsing: version), state: .published, sequence: sequence,
      publishedAt: Timestamp(secondsSinceEpoch: 1_784_628_000 + sequence),
      gates: ReleaseGates(
        wrapperRange: try VersionRange(parsing: wrapperRange),
        apiContractRange: try VersionRange(parsing: "*")),
      artifact: inspection.sha256, sizeBytes: inspection.sizeBytes,
      tree: inspection.tree ?? TreeSummary(sha256: inspection.sha256, fileCount: 1, unpackedBytes: 0),
      entryFile: entryFile)
  }

  /// A small web front end that says which version it is.
  package static func files(of version: String) -> [String: String] {
    [
      "index.html": "<!doctype html><title>\(version)</title>",
      "assets/app.js": String(repeating: "console.log('\(version)');\n", count: 200),
      "assets/names with spaces/100%20 + 1.txt": "kept as it is",
      "empty.txt": "",
    ]
  }
}
