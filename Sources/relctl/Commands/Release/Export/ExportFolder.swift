import FoundationEssentials
import Glibc
import ReleaseModel
import ReleaseRegistry
import ReleaseTrust

/// A folder that 'relctl release export --folder' wrote: all that devices can be told, and nothing secret.
///
/// ```
/// releases.json              the releases in every state, as in a snapshot file
/// policies.json              the native policies
/// artifacts/<sha256>.zip     the bundles that devices can download
/// trees/<sha256>.json        their file manifests
/// tuf/…                      the signed metadata under the names that clients ask for; not there in development mode
/// ```
struct ExportFolder {
  let path: String

  var releases: String { "\(path)/releases.json" }
  var policies: String { "\(path)/policies.json" }
  var artifacts: String { "\(path)/artifacts" }
  var trees: String { "\(path)/trees" }
  var metadata: String { "\(path)/tuf" }

  /// What `policies.json` holds.
  struct Policies: Codable {
    let policies: [NativePolicy]
  }

  init(path: String) { self.path = path }

  /// Reads everything but the bundles.
  func read() throws(CommandError) -> (snapshot: OfflineSnapshot, copy: RegistryCopy) {
    let snapshot = try OfflineSnapshot(readingFrom: releases)
    let copy = RegistryCopy(
      releases: snapshot.releases, policies: try readPolicies(), metadata: try readMetadata(),
      artifact: { [artifacts] in "\(artifacts)/\($0).zip" }, tree: { [trees] in "\(trees)/\($0).json" })
    return (snapshot, copy)
  }

  /// Removes what an earlier export says: first `releases.json`, which says that the rest is complete, then policies and
  /// signed metadata. Bundles and manifests stay, which are named by their digests.
  func clear() throws(CommandError) {
    try FileWriter.remove(releases)
    try FileWriter.remove(policies)
    for name in try metadataNames() { try FileWriter.remove("\(metadata)/\(name)") }
  }

  private func readPolicies() throws(CommandError) -> [NativePolicy] {
    let bytes = try FileReader.read(policies).bytes
    do {
      return try JSONDecoder().decode(Policies.self, from: Data(bytes)).policies
    } catch {
      throw damaged(policies, DecodingProblem.text(error))
    }
  }

  private func readMetadata() throws(CommandError) -> [SignedRepository.File] {
    var files: [SignedRepository.File] = []
    for name in try metadataNames() { files.append(try readFile(name)) }
    return files
  }

  /// The names of the metadata files, in order; none when there is no metadata.
  private func metadataNames() throws(CommandError) -> [String] {
    guard access(metadata, F_OK) == 0 else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: metadata).filter { $0.hasSuffix(".json") }
        .sorted()
    } catch {
      throw InputFile.unreadable(metadata, "\(error)")
    }
  }

  /// One file by the name that clients ask for: `3.snapshot.json`, and `timestamp.json`, which says its version inside.
  private func readFile(_ name: String) throws(CommandError) -> SignedRepository.File {
    let bytes = try FileReader.read("\(metadata)/\(name)").bytes
    let stem = String(name.dropLast(5))
    let parts = stem.split(separator: ".", maxSplits: 1)
    if parts.count == 2, let version = Int64(parts[0]) {
      return SignedRepository.File(role: ExactText(String(parts[1])), version: version, bytes: bytes)
    }
    do {
      let document = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
      guard let version = document["signed"]?["version"]?.integer else { throw InvalidValue("no version") }
      return SignedRepository.File(role: ExactText(stem), version: version, bytes: bytes)
    } catch {
      throw damaged("\(metadata)/\(name)", "it names no version")
    }
  }

  private func damaged(_ file: String, _ problem: String) -> CommandError {
    CommandError(
      .usage, "invalid_snapshot", "'\(file)' is not part of an export: \(problem)",
      hint: "write the folder anew with 'relctl release export --folder DIR'")
  }
}
