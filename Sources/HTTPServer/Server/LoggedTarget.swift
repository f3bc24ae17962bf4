/// What a log says of a request's target: the path and the names of the query's parameters.
///
/// People put secrets into URLs, tokens above all, and a log is read by more people than may see them. So a value is
/// shown only when the request was answered as it wished, and the parameter is one of those that the routes know.
struct LoggedTarget {
  private let target: String

  init(_ target: String) { self.target = target }

  /// The target with `…` for each value that is not of one of `names`. An item without `=` may be a secret too.
  func text(withValuesOf names: Set<String>) -> String {
    guard let mark = target.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return target }
    let items = target[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    return target[...mark] + items.map { Self.text(of: $0, withValuesOf: names) }.joined(separator: "&")
  }

  private static func text(of item: Substring, withValuesOf names: Set<String>) -> String {
    guard let equals = item.firstIndex(of: "=") else { return item.isEmpty ? "" : "…" }
    return names.contains(String(item[..<equals])) ? String(item) : item[...equals] + "…"
  }
}
