/// The web release that the store delivers inside the app: always there to fall back to.
public struct BuiltInRelease: Sendable, Hashable, Codable {
  /// The folder of its files.
  public var folder: String
  /// Its version, if it has one; an offered release below it is not taken.
  public var version: String?
  /// The HTML file that the wrapper opens.
  public var entryFile: String

  /// Names the built-in release.
  public init(folder: String, version: String? = nil, entryFile: String = "index.html") {
    self.folder = folder
    self.version = version
    self.entryFile = entryFile
  }
}
