import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Testing

/// A device with a store on disk, which refreshes from a simulated repository.
final class Device {
  let repository: RepositorySimulator
  let folder: TemporaryFolder
  var now = Moment.now
  var limits = MetadataLimits()
  var rootQuestion = RootQuestion.ownRequest
  /// The root that the device was made with.
  var pinnedRoot: [UInt8]?

  init(_ repository: RepositorySimulator) throws {
    self.repository = repository
    folder = try TemporaryFolder()
    pinnedRoot = repository.files["1.root.json"]
  }

  /// An updater of one run.
  func updater() throws(TrustError) -> Updater<RepositorySimulator> {
    try Updater(
      store: try TrustStore(folder: folder.path), fetcher: repository, pinnedRoot: pinnedRoot,
      referenceTime: now, rootQuestion: rootQuestion, limits: limits)
  }

  /// Refreshes, and returns what is trusted then.
  @discardableResult
  func refresh() throws(TrustError) -> TrustedMetadata {
    var updater = try updater()
    try updater.refresh()
    return updater.trusted
  }

  /// The code that a refresh fails with.
  func refusal() throws -> TrustErrorCode {
    try #require(throws: TrustError.self) { try refresh() }.code
  }

  /// Refreshes and finds a target.
  func find(_ path: ExactText) throws(TrustError) -> FoundTarget? {
    var updater = try updater()
    try updater.refresh()
    return try updater.target(at: path)
  }

  /// The version of a kept file; nil when there is none.
  func keptVersion(of role: String) throws -> Int64? {
    guard try folder.names().contains("\(role).json") else { return nil }
    let signed = try Envelope(parsing: try folder.read("\(role).json"), maximumBytes: 1 << 20).signed
    guard case .integer(let version)? = signed["version"] else { return nil }
    return version
  }
}
