import HTTPClient
import ReleaseModel

extension Installation {
  /// The built-in release, if it can start; one that cannot be looked at cannot.
  func startableBuiltIn(_ pointer: CurrentPointer, _ notices: inout [Notice]) -> BuiltInRelease? {
    do throws(InstallerError) {
      return try presentBuiltIn(pointer, &notices)
    } catch {
      notices.append(Notice(.builtInMissing, error.message))
      return nil
    }
  }

  /// Tells the wrapper what to open.
  func result(
    of choice: LaunchChoice, token: String, _ builtIn: BuiltInRelease?, _ notices: [Notice]
  ) -> LaunchResult {
    switch choice.target {
    case .installed(let record):
      let launch = Launch(
        folder: folder(of: record), entryFile: record.entryFile, version: record.version.description,
        treeSha256: record.tree.sha256.description, token)
      return LaunchResult(outcome: .installed, launch: launch, notices: notices)
    case .builtIn:
      let launch = builtIn.map {
        Launch(folder: $0.folder, entryFile: $0.entryFile, version: $0.version, treeSha256: nil, token)
      }
      return LaunchResult(outcome: .builtIn, launch: launch, notices: notices)
    case .nothing:
      return LaunchResult(outcome: .nothingInstalled, launch: nil, notices: notices)
    }
  }

  /// The folder of a release's files.
  func folder(of record: ReleaseRecord) -> String {
    path(InstallationRoot.releasesName, record.folderName)
  }
}

extension Launch {
  fileprivate init(
    folder: String, entryFile: String, version: String?, treeSha256: String?, _ token: String
  ) {
    self.folder = folder
    self.entryFile = entryFile
    self.version = version
    self.treeSha256 = treeSha256
    self.token = token
    let path = entryFile.split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(
      separator: "/")
    url = "/\(path)?webReleaseVersion=\(PercentEncoding.encode(version ?? "built-in"))"
  }
}
