import FoundationEssentials
package import ReleaseModel

/// A file that says which wrappers are out there: comma-separated values under a heading, or JSON.
///
/// Without a heading, each line is a wrapper version and a number of wrappers.
package struct FleetFile: Sendable, Hashable {
  /// The rows, in the order of the file.
  package let rows: [FleetRow]

  /// Reads the file; throws every row that is wrong, by its place.
  package init(parsing bytes: [UInt8]) throws(FieldErrors) {
    var reader = FleetReader()
    let text = String(decoding: bytes, as: UTF8.self)
    if let first = text.first(where: { !$0.isWhitespace }), "[{".contains(first) {
      reader.readJSON(bytes)
    } else {
      reader.readLines(text)
    }
    guard reader.errors.isEmpty else { throw FieldErrors(reader.errors) }
    rows = reader.rows
  }
}

/// Gathers rows and what is wrong with others.
private struct FleetReader {
  private(set) var rows: [FleetRow] = []
  private(set) var errors: [FieldError] = []

  mutating func readLines(_ text: String) {
    var heading: [String]?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      let place = "line \(index + 1)"
      guard let cells = CSVLine(line)?.cells else {
        refuse(place, ModelError(Self.invalidLine, "it has a quote that is not closed, or text behind one"))
        continue
      }
      if heading == nil, Self.isHeading(cells) {
        heading = cells
        checkHeading(cells, place)
        // Under a heading that is wrong, every line would be.
        guard errors.isEmpty else { return }
      } else {
        heading = heading ?? ["wrapperVersion", "count"]
        take(cells, under: heading ?? [], place)
      }
    }
  }

  mutating func readJSON(_ bytes: [UInt8]) {
    let document: JSONValue
    do {
      document = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      return refuse("file", ModelError(Self.invalidLine, "it begins like JSON and is none"))
    }
    guard let elements = (document["fleet"] ?? document).elements else {
      return refuse("fleet", ModelError(Self.invalidLine, "it is not a list of wrappers"))
    }
    for (index, element) in elements.enumerated() { take(element, "wrapper \(index + 1)") }
  }

  private static let invalidLine = ProblemCode("invalid_line")

  /// Whether the first line names columns, if need be in the wrong words: a version begins with a digit, a name does not.
  private static func isHeading(_ cells: [String]) -> Bool {
    cells.contains(where: FleetRow.columns.contains)
      || (cells.count > 1 && cells.allSatisfy { $0.first?.isLetter ?? false })
  }

  private mutating func checkHeading(_ names: [String], _ place: String) {
    let columns = "the columns are \(FleetRow.columns.joined(separator: ", "))"
    for name in names where !FleetRow.columns.contains(name) || names.filter({ $0 == name }).count > 1 {
      let near = FleetRow.columns.first {
        !name.isEmpty && !names.contains($0) && $0.lowercased().contains(name.lowercased())
      }
      let advice = near.map { "did you mean '\($0)'?" } ?? columns
      refuse(
        place,
        ModelError(Self.invalidLine, "'\(name.prefix(40))' is not a column, or is there twice; \(advice)"))
    }
    guard errors.isEmpty, !names.contains("wrapperVersion") else { return }
    refuse(place, ModelError(Self.invalidLine, "the heading has no 'wrapperVersion'; \(columns)"))
  }

  private mutating func take(_ cells: [String], under heading: [String], _ place: String) {
    guard cells.count == heading.count else {
      let wanted = heading.count == 2 ? "a version and a number" : "\(heading.count) as the heading"
      return refuse(place, ModelError(Self.invalidLine, "it has \(cells.count) cells, not \(wanted)"))
    }
    add(Dictionary(zip(heading, cells)) { first, _ in first }, place)
  }

  private mutating func take(_ element: JSONValue, _ place: String) {
    guard case .object(let members) = element else {
      return refuse(place, ModelError(Self.invalidLine, "it is not an object"))
    }
    var values: [String: String] = [:]
    for (name, value) in members where value != .null {
      guard FleetRow.columns.contains(name), let text = Self.text(value) else {
        return refuse(
          place,
          ModelError(
            Self.invalidLine,
            "'\(name.prefix(40))' is not a member of a wrapper, or is no text, number or list of texts"))
      }
      values[name] = text
    }
    add(values, place)
  }

  /// The text of a value as it would stand in a cell; nil for what cannot.
  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .array(let elements):
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count ? texts.joined(separator: " ") : nil
    case .null, .bool, .unsigned, .number, .object: return nil
    }
  }

  private mutating func add(_ values: [String: String], _ place: String) {
    do throws(ModelError) {
      rows.append(try FleetRow(values, at: place))
    } catch {
      refuse(place, error)
    }
  }

  private mutating func refuse(_ place: String, _ error: ModelError) {
    errors.append(FieldError(field: place, error))
  }
}
