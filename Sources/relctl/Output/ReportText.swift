/// Lays out a report's text for people.
struct ReportText {
  let style: TextStyle

  func render(_ text: Report.Text) -> String {
    switch text {
    case .lines(let lines): lines.map { $0 + "\n" }.joined()
    case .fields(let fields): render(fields)
    case .table(let table): render(table)
    case .parts(let parts): parts.map(render).filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }

  private func render(_ fields: [Report.Field]) -> String {
    let width = fields.map(\.name.count).max() ?? 0
    return fields.map { field in
      let indent = String(repeating: " ", count: width + 2)
      let value = Self.printable(field.value).split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\n" + indent)
      return style.faint(Self.padded(field.name, to: width)) + "  \(value)\n"
    }.joined()
  }

  private func render(_ table: Table) -> String {
    guard !table.rows.isEmpty else { return table.whenEmpty + "\n" }
    let rows = table.rows.map { $0.map { Self.printable($0).replacing("\n", with: " ") } }
    let widths = table.columns.indices.map { column in
      max(table.columns[column].count, rows.map { $0[column].count }.max() ?? 0)
    }
    let heading = style.faint(Self.line(table.columns, widths)) + "\n"
    return heading + rows.map { Self.line($0, widths) + "\n" }.joined()
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let line = zip(cells, widths).map { padded($0, to: $1) }.joined(separator: "  ")
    // Nothing to see at the end of a line, so nothing is written there.
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Text from a server or an archive must not be able to steer the terminal.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { scalar in
      isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n"
    case .format: true
    default: false
    }
  }
}
