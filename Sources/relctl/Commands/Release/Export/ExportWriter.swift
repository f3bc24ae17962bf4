import FoundationEssentials
import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport

/// Fills an export folder from a server. Bundles that are there already, and right, are not fetched again.
struct ExportWriter {
  let folder: ExportFolder
  let client: RegistryClient
  let console: Console

  /// Writes everything. What an earlier export says goes first and `releases.json` comes last, so that a folder that has it
  /// is complete. What changes on the server meanwhile is found by `release verify --offline`; export again then.
  ///
  /// - Returns: how many bundles there are.
  func write(_ snapshot: OfflineSnapshot) throws -> Int {
    try folder.clear()
    for path in [folder.path, folder.artifacts, folder.trees] { try FolderWriter.create(path) }
    let offered = snapshot.releases.filter { $0.state == .published || $0.state == .paused }
    var written: Set<Digest> = []
    for release in offered where written.insert(release.artifactSha256).inserted {
      try fetchArtifact(release)
      let tree = try body(["mobile-web", "trees", "\(release.tree.sha256).json"])
      try FileWriter.replace("\(folder.trees)/\(release.tree.sha256).json", with: tree)
    }
    try writeMetadata()
    let policies = try client.all(.init(path: ["policies"])).map { try $0.decoded(as: NativePolicy.self) }
    try write(ExportFolder.Policies(policies: policies), to: folder.policies)
    try write(snapshot, to: folder.releases)
    return written.count
  }

  private func write(_ value: some Encodable, to path: String) throws {
    try FileWriter.replace(path, with: Array((try JSONValue(encoding: value).indented + "\n").utf8))
  }

  /// Fetches the bundle of a release, unless its bytes are here already; what is fetched is hashed.
  private func fetchArtifact(_ release: WebRelease) throws {
    console.note("\(release.channel) \(release.releaseVersion): \(ByteCount.text(release.sizeBytes))")
    let bundle = try FoundTarget(
      path: ExactText("\(release.artifactSha256).zip"), role: ExactText(release.channel.name),
      file: TargetFile(
        length: Int64(clamping: release.sizeBytes),
        hashes: FileHashes(sha256: ExactText(release.artifactSha256.description))),
      hasConsistentSnapshots: false)
    _ = try TargetFolder(path: folder.artifacts).obtain(
      bundle, from: try client.address.appending(path: ["mobile-web", "artifacts"]), with: client.http)
  }

  /// Fetches the metadata that a client needs which pins any of the roots: each root, and the newest of the rest.
  private func writeMetadata() throws {
    guard let timestamp = try metadata("timestamp.json") else { return }
    try FolderWriter.create(folder.metadata)
    var root = 1
    while try metadata("\(root).root.json") != nil { root += 1 }
    for (name, version) in try files(in: timestamp, "timestamp.json") {
      let snapshot = try needed("\(version).\(name)")
      for (name, version) in try files(in: snapshot, name) { _ = try needed("\(version).\(name)") }
    }
  }

  private func needed(_ name: String) throws -> [UInt8] {
    if let bytes = try metadata(name) { return bytes }
    throw CommandError(
      .unreachable, "invalid_response",
      "\(client.address) does not have the metadata '\(name)' that it names",
      hint: "something may have been published at the same moment; try again")
  }

  /// Fetches and keeps a file; nil when the server has none of that name.
  private func metadata(_ name: String) throws -> [UInt8]? {
    let response = try client.publicResponse(["tuf", name])
    guard response.status != 404 else { return nil }
    _ = try client.answer(response)
    try FolderWriter.create(folder.metadata)
    try FileWriter.replace("\(folder.metadata)/\(name)", with: response.body)
    return response.body
  }

  private func body(_ path: [String]) throws -> [UInt8] {
    let response = try client.publicResponse(path)
    guard response.isSuccess else { throw CommandError(refusedBy: response) }
    return response.body
  }

  /// The files that signed metadata lists, with their versions; devices judge whether the signatures are right.
  private func files(in metadata: [UInt8], _ name: String) throws -> [(String, Int64)] {
    do {
      let document = try JSONDecoder().decode(JSONValue.self, from: Data(metadata))
      guard case .object(let files)? = document["signed"]?["meta"] else {
        throw InvalidValue("it lists no files")
      }
      return try files.sorted { $0.key < $1.key }.map { file, meta in
        guard let version = meta["version"]?.integer else { throw InvalidValue("'\(file)' has no version") }
        return (file, version)
      }
    } catch {
      throw CommandError(
        unexpectedAnswer: "the '\(name)' of \(client.address) is no signed metadata that names its files")
    }
  }
}
