/// The cells of one line of comma-separated values (RFC 4180). A quoted cell may hold commas and doubled quotes; the
/// spaces around a cell are not part of it.
struct CSVLine {
  let cells: [String]

  /// nil when a quote is not closed, or something stands behind one.
  init?(_ line: Substring) {
    var cells: [String] = []
    var rest = line
    repeat {
      rest = rest.drop(while: \.isWhitespace)
      guard let cell = rest.first == "\"" ? Self.quoted(&rest) : Self.plain(&rest) else { return nil }
      cells.append(cell)
    } while Self.takesComma(&rest)
    guard rest.isEmpty else { return nil }
    self.cells = cells
  }

  private static func plain(_ rest: inout Substring) -> String {
    var cell = rest.prefix { $0 != "," }
    rest = rest[cell.endIndex...]
    while cell.last?.isWhitespace == true { cell.removeLast() }
    return String(cell)
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    var cell = ""
    rest.removeFirst()
    while let end = rest.firstIndex(of: "\"") {
      cell += rest[..<end]
      rest = rest[end...].dropFirst()
      guard rest.first == "\"" else {
        rest = rest.drop(while: \.isWhitespace)
        return cell
      }
      cell += "\""
      rest.removeFirst()
    }
    return nil
  }

  private static func takesComma(_ rest: inout Substring) -> Bool {
    guard rest.first == "," else { return false }
    rest.removeFirst()
    return true
  }
}
