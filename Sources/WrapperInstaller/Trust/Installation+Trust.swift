import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport

extension Installation {
  private static let rootFile = "root.json"

  /// How this device refreshes its trust; nil on one that never had a root, which then believes the server.
  func trust(
    in root: borrowing InstallationRoot, from source: ReleaseSource, with client: HTTPClient,
    cancellation: Cancellation?
  ) throws(InstallerError) -> TrustRefresh? {
    guard try requiresSignatures(root) else { return nil }
    let metadata: WebAddress
    do throws(HTTPClientError) {
      metadata = try source.server.appending(path: ["tuf"])
    } catch {
      throw InstallerError(check: error)
    }
    return TrustRefresh(
      pinnedRoot: settings.trustRoot, folder: try root.folder.folder(InstallationRoot.trustName).path,
      fetcher: HTTPMetadataFetcher(folder: metadata, client: client, cancellation: cancellation),
      channel: source.channel)
  }

  /// Whether nothing unsigned may be installed here: a root was given, now or before.
  func requiresSignatures(_ root: borrowing InstallationRoot) throws(InstallerError) -> Bool {
    if settings.trustRoot != nil { return true }
    guard let trust = try root.folder.existingFolder(InstallationRoot.trustName) else { return false }
    return try trust.attributes(of: Self.rootFile) != nil
  }

  /// What status says of the root.
  func trustStatus(_ root: borrowing InstallationRoot) throws(InstallerError) -> TrustStatus {
    guard try requiresSignatures(root) else { return TrustStatus(mode: .development, rootVersion: nil) }
    var versions: [Int64] = []
    if let pinned = settings.trustRoot, let version = Self.version(ofRoot: pinned) {
      versions.append(version)
    }
    if let trust = try root.folder.existingFolder(InstallationRoot.trustName),
      case .bytes(let kept) = try trust.read(Self.rootFile, maximumBytes: MetadataLimits().rootBytes),
      let version = Self.version(ofRoot: kept)
    {
      versions.append(version)
    }
    return TrustStatus(mode: .signed, rootVersion: versions.max())
  }

  /// nil for what is no root: then an installation says why.
  private static func version(ofRoot bytes: [UInt8]) -> Int64? {
    do throws(TrustError) {
      return try TrustedMetadata(root: bytes, referenceTime: Timestamp(secondsSinceEpoch: 0)).root.version
    } catch {
      return nil
    }
  }
}
