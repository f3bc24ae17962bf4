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

  /// What status says of the root; makes nothing that is missing.
  func trustStatus() throws(InstallerError) -> TrustStatus {
    var isSigned = settings.trustRoot != nil
    var versions = [settings.trustRoot.flatMap(Self.version)]
    if let root = try existingRoot(.status), try requiresSignatures(root) {
      isSigned = true
      versions.append(try keptRootVersion(root))
    }
    guard isSigned else { return TrustStatus(mode: .development, rootVersion: nil) }
    return TrustStatus(mode: .signed, rootVersion: versions.compactMap(\.self).max())
  }

  private func keptRootVersion(_ root: borrowing InstallationRoot) throws(InstallerError) -> Int64? {
    guard let trust = try root.folder.existingFolder(InstallationRoot.trustName),
      case .bytes(let kept) = try trust.read(Self.rootFile, maximumBytes: MetadataLimits().rootBytes)
    else { return nil }
    return Self.version(ofRoot: kept)
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
