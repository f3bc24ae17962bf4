import Glibc
import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport
import WrapperInstaller

/// Where a verification takes everything from: a registry, an export, or a folder with metadata and a file.
struct VerificationSource {
  let channel: Channel
  let version: SemanticVersion
  let wrapperVersion: SemanticVersion?
  let moment: Timestamp
  let fetcher: any MetadataFetcher
  private let artifact: String?
  private let place: Place
  private let isAtGivenMoment: Bool

  private var isOffline: Bool { if case .registry = place { false } else { true } }

  private enum Place {
    case registry(RegistryClient)
    case export(ExportFolder)
    /// A copy of `/tuf/` alone.
    case metadata(String)
  }

  init(_ invocation: Invocation) throws {
    channel = try invocation[ReleaseArguments.channel]
    version = try invocation[ReleaseArguments.version]
    wrapperVersion = try invocation[ReleaseVerify.wrapperVersion]
    artifact = try invocation[ReleaseVerify.artifact]
    let given = try invocation[ReleaseVerify.moment]
    moment = given ?? Clock.now
    isAtGivenMoment = given != nil
    if let folder = try invocation[ReleaseVerify.offline] {
      let export = ExportFolder(path: folder)
      let isExport = access(export.metadata, F_OK) == 0 || access(export.releases, F_OK) == 0
      fetcher = try FolderMetadataFetcher(folder: isExport ? export.metadata : folder)
      place = isExport ? .export(export) : .metadata(folder)
    } else {
      let client = try RegistryClient(invocation, needsToken: false)
      fetcher = HTTPMetadataFetcher(folder: try client.address.appending(path: ["tuf"]), client: client.http)
      place = .registry(client)
    }
  }

  /// A bundle to read, and what reports call it.
  struct Bundle {
    let path: String
    let name: String
    /// Keeps a bundle that was fetched for this run until it is read.
    fileprivate var scratch: ScratchFolder?
  }

  /// The bundle: the file that was named, or else what the registry or the export has under the signed hash.
  func bundle(of verification: ReleaseVerification) throws -> Bundle {
    if let artifact { return Bundle(path: artifact, name: artifact) }
    switch place {
    case .registry(let client): return try fetch(try verification.target, from: client)
    case .export(let export): return try bundle(in: export, of: verification.release)
    case .metadata(let folder):
      throw CommandError(
        .usage, "missing_argument",
        "'\(folder)' has metadata only, and --offline asks no server for the bundle",
        hint: "name its file: --artifact ZIP; or take all of it: relctl release export --folder DIR")
    }
  }

  private func bundle(in export: ExportFolder, of release: SignedRelease) throws -> Bundle {
    let path = "\(export.artifacts)/\(release.artifact).zip"
    guard access(path, F_OK) == 0 else {
      throw ExportVerification.incomplete("'\(path)', the bundle of \(release.version), is not there")
    }
    return Bundle(path: path, name: path)
  }

  /// Compares what else an export says of the release with what was signed.
  func verifyCopy(of verification: ReleaseVerification) throws {
    guard case .export(let export) = place else { return }
    try ExportVerification(export: export).verify(verification.release)
  }

  private func fetch(_ target: FoundTarget, from client: RegistryClient) throws -> Bundle {
    let scratch = try ScratchFolder()
    let folder = try TargetFolder(path: scratch.path)
    let address = try client.address.appending(path: ["tuf", "targets"])
    _ = try folder.obtain(target, from: address, with: client.http)
    return Bundle(
      path: folder.filePath(of: target), name: "\(address)/\(target.downloadPath)", scratch: scratch)
  }

  /// What the registry answers to the wrapper, compared with what was signed; nil when no wrapper was named or no server
  /// is asked.
  func answer(_ verification: ReleaseVerification) throws -> String? {
    guard let wrapperVersion, case .registry(let client) = place else { return nil }
    let question = WebQuestion(channel: channel, wrapperVersion: wrapperVersion, cohort: nil)
    let answer = try question.answer(from: client)
    if let release = answer.release { try verification.verify(try release.decoded(as: LatestRelease.self)) }
    return answer.name
  }

  /// Says what to do about a folder that was copied too long ago, and about a root that is perhaps another registry's.
  func naming<Value>(_ invocation: Invocation, _ verify: () throws(TrustError) -> Value) throws -> Value {
    do throws(TrustError) {
      return try verify()
    } catch {
      var refusal = try TrustArguments.refusal(error, invocation)
      if isOffline, !isAtGivenMoment, TrustErrorCode.expiries.contains(error.code) {
        refusal.hint =
          "copy it again ('relctl release export --folder DIR'), or judge it as of the moment of the copy: --at TIME"
      }
      throw refusal
    }
  }
}
