import ReleaseModel

/// Which file of a release a request is for. Knows the manifest only, so nothing outside it can be named.
struct ContentLocator {
  let manifest: FileManifest
  /// The file that the wrapper opens.
  let entryFile: String

  /// The names below this one are the wrapper's; a release that has such files cannot put them in its place.
  static let reservedFolder = "_wrapper"

  /// What a browser says of a request besides its path.
  struct Hints: Hashable {
    /// The field `Accept`.
    var accept: String?
    /// The field `Sec-Fetch-Dest` (Fetch Metadata): what the answer is for. Older web views do not send it.
    var destination: String?
  }

  /// The file for a path, cut at its slashes and decoded; nil when there is none.
  ///
  /// A path that is no file's, and that a person could have opened, is a place inside the app (a deep link): the entry
  /// file finds out which.
  func file(at segments: [String], _ hints: Hints) -> FileManifest.Entry? {
    guard let first = segments.first, first != Self.reservedFolder, segments.allSatisfy(Self.isPlain) else {
      return nil
    }
    if let entry = manifest.entry(at: segments.joined(separator: "/")) { return entry }
    if segments == [""] { return manifest.entry(at: entryFile) }
    // Only the last part may be empty: a path may end with a slash.
    guard segments.dropLast().allSatisfy({ !$0.isEmpty }), Self.isDeepLink(segments, hints) else {
      return nil
    }
    return manifest.entry(at: entryFile)
  }

  /// Whether a part can be a name: what means a way through folders, on any system, is none.
  private static func isPlain(_ segment: String) -> Bool {
    segment != "." && segment != ".."
      && segment.utf8.allSatisfy {
        $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
      }
  }

  private static func isDeepLink(_ segments: [String], _ hints: Hints) -> Bool {
    // A script, a style or data that is missing has to fail as such, not to come as a page.
    if let destination = hints.destination, !["document", "iframe", "frame"].contains(destination) {
      return false
    }
    let hasExtension = segments.last?.contains(".") ?? false
    return !hasExtension || hints.accept?.contains("text/html") ?? false
  }
}
