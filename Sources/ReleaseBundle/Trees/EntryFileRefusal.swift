package import ReleaseModel

/// Why a file of a bundle cannot be the one that wrappers open.
package struct EntryFileRefusal: Sendable, Hashable {
  /// The reason, for a program.
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// The bundle has no such file.
    case notInBundle = "invalid_entry_file"
    /// By its name, it is no HTML document.
    case notHTML = "entry_file_not_html"
  }

  package let code: Code
  /// Which file, and which one to name instead.
  package let detail: String
}

extension FileManifest {
  /// What a web view's own server takes for HTML by the end of the name.
  private static let htmlEndings = [".html", ".htm", ".xhtml"]

  /// Why a release cannot have `path` as its entry file; nil when it can.
  ///
  /// The name decides, not the content: it is what a wrapper's server derives the media type from.
  package func refusal(ofEntryFile path: String) -> EntryFileRefusal? {
    if let objection = objection(toEntryFile: path) {
      return EntryFileRefusal(code: .notInBundle, detail: objection)
    }
    guard !Self.isHTML(path) else { return nil }
    let advice =
      entries.first { Self.isHTML($0.path) }.map {
        "; name one that ends in .html, .htm or .xhtml, such as '\($0.path)'"
      } ?? ", and the bundle has none; add one that ends in .html, .htm or .xhtml"
    return EntryFileRefusal(
      code: .notHTML, detail: "'\(EscapedName.of(path))' is no HTML document\(advice)")
  }

  static func isHTML(_ path: String) -> Bool {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return htmlEndings.contains { name.hasSuffix($0) && name != $0 }
  }
}
