import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport
import WrapperInstaller

/// Where a verification takes everything from: a registry, or a folder and a file.
struct VerificationSource {
  let channel: Channel
  let version: SemanticVersion
  let wrapperVersion: SemanticVersion?
  let moment: Timestamp
  let fetcher: any MetadataFetcher
  private let artifact: String?
  /// nil when no server is asked.
  private let client: RegistryClient?
  private let isAtGivenMoment: Bool

  init(_ invocation: Invocation) throws {
    channel = try invocation[ReleaseArguments.channel]
    version = try invocation[ReleaseArguments.version]
    wrapperVersion = try invocation[ReleaseVerify.wrapperVersion]
    artifact = try invocation[ReleaseVerify.artifact]
    let given = try invocation[ReleaseVerify.moment]
    moment = given ?? Clock.now
    isAtGivenMoment = given != nil
    guard let folder = try invocation[ReleaseVerify.offline] else {
      let client = try RegistryClient(invocation, needsToken: false)
      fetcher = HTTPMetadataFetcher(folder: try client.address.appending(path: ["tuf"]), client: client.http)
      self.client = client
      return
    }
    guard artifact != nil else {
      throw CommandError(
        .usage, "missing_argument", "--offline asks no server, so the bundle has to be here",
        hint: "name its file: --artifact ZIP")
    }
    fetcher = try FolderMetadataFetcher(folder: folder)
    client = nil
  }

  /// A bundle to read, and what reports call it.
  struct Bundle {
    let path: String
    let name: String
    /// Keeps a bundle that was fetched for this run until it is read.
    fileprivate var scratch: ScratchFolder?
  }

  /// The bundle: the file that was named, or else what the registry has under the signed hash.
  func bundle(of verification: ReleaseVerification) throws -> Bundle {
    if let artifact { return Bundle(path: artifact, name: artifact) }
    guard let client else { preconditionFailure("without a server, a file is named") }
    let target = try verification.target
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
    guard let wrapperVersion, let client else { return nil }
    let question = WebQuestion(channel: channel, wrapperVersion: wrapperVersion, cohort: nil)
    let answer = try question.answer(from: client)
    if let release = answer.release { try verification.verify(try release.decoded(as: LatestRelease.self)) }
    return answer.name
  }

  /// Says what to do about a folder that was copied too long ago.
  func naming<Value>(_ verify: () throws(TrustError) -> Value) throws -> Value {
    do throws(TrustError) {
      return try verify()
    } catch {
      var refusal = CommandError(error)
      if client == nil, !isAtGivenMoment, TrustErrorCode.expiries.contains(error.code) {
        refusal.hint =
          "copy it again ('relctl release export'), or judge it as of the moment of the copy: --at TIME"
      }
      throw refusal
    }
  }
}
