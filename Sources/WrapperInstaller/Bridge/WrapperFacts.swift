import ReleaseModel
import ReleaseTrust

/// The four things that a page may know of its wrapper. They do not change while the page runs.
public struct WrapperFacts: Sendable, Hashable {
  /// `ios` or `android`.
  public let platform: String
  /// The wrapper's version.
  public let wrapperVersion: String
  /// The version of the web release that runs; nil for a built-in one that has none.
  public let webReleaseVersion: String?
  /// Where in the app the wrapper was asked to open, by a link for example: a path, with its query.
  public let initialPath: String

  private static let maximumPathBytes = 2048

  /// Checks the facts; fails with `invalid_configuration`, naming the one.
  ///
  /// A link comes from anybody, and a page may well go where `initialPath` says. So it must be a path of this app: it
  /// begins with one `/`, and has no backslash, space or control character, which browsers turn or leave out so that
  /// `/\evil.example` and `/<tab>/evil.example` lead to another server.
  public init(
    platform: String, wrapperVersion: String, webReleaseVersion: String?, initialPath: String = "/"
  ) throws(InstallerError) {
    do throws(ModelError) {
      self.platform = try Platform(parsing: platform).rawValue
      self.wrapperVersion = try SemanticVersion(parsing: wrapperVersion).description
    } catch {
      throw InstallerError(.invalidConfiguration, during: .configuration, error.message, cause: error)
    }
    guard Self.isPath(initialPath) else {
      throw InstallerError(
        .invalidConfiguration, during: .configuration,
        "the initial path has to begin with one '/', to have no backslash, space or control character, and at most "
          + "\(Self.maximumPathBytes) bytes; percent-encode it, such as /orders/17?tab=open")
    }
    self.webReleaseVersion = webReleaseVersion
    self.initialPath = initialPath
  }

  private static func isPath(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count <= maximumPathBytes && bytes.first == UInt8(ascii: "/")
      && bytes.dropFirst().first != UInt8(ascii: "/")
      && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }
  }

  /// The members as the page reads them.
  var json: JSONObject {
    [
      "platform": .text(ExactText(platform)), "wrapperVersion": .text(ExactText(wrapperVersion)),
      "webReleaseVersion": webReleaseVersion.map { .text(ExactText($0)) } ?? .null,
      "initialPath": .text(ExactText(initialPath)),
    ]
  }
}
