/// A path with named parts: `/admin/v1/channels/{channel}/releases/{version}`, `/artifacts/{sha256}.zip`.
///
/// A parameter stands for one or more bytes without `/`; a segment has at most one, with literal text around it.
struct RouteTemplate: Sendable {
  /// One part between slashes.
  enum Segment: Sendable, Hashable {
    case literal([UInt8])
    case parameter(name: String, prefix: [UInt8], suffix: [UInt8])
  }

  let text: String
  let segments: [Segment]

  init(_ text: String) {
    self.text = text
    precondition(text.hasPrefix("/"), "the route '\(text)' must start with '/'")
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.segment)
  }

  var parameterNames: [String] {
    segments.compactMap { if case .parameter(let name, _, _) = $0 { name } else { nil } }
  }

  /// The bytes of the path, when it has no parameter.
  var literalPath: [UInt8]? { parameterNames.isEmpty ? Array(text.utf8) : nil }

  private static func segment(_ text: Substring) -> Segment {
    guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else {
      return .literal(Array(text.utf8))
    }
    return .parameter(
      name: String(text[text.index(after: open)..<close]), prefix: Array(text[..<open].utf8),
      suffix: Array(text[text.index(after: close)...].utf8))
  }
}
