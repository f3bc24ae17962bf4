import ReleaseModel

/// How many wrappers of each version are out there.
struct Fleet {
  struct Group {
    let wrapperVersion: SemanticVersion
    let count: Int64
  }

  let groups: [Group]

  /// Reads lines `wrapperVersion,count`, with or without a heading; every bad line is named.
  init(readingFrom path: String) throws(CommandError) {
    let text = String(decoding: try FileReader.read(path).bytes, as: UTF8.self)
    var groups: [Group] = []
    var problems: [CommandError.Detail] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
      if cells == [""] || (index == 0 && cells.first == "wrapperVersion") { continue }
      do {
        groups.append(try Self.group(cells))
      } catch {
        problems.append(
          CommandError.Detail(field: "line \(index + 1)", code: error.code.rawValue, detail: error.message))
      }
    }
    guard problems.isEmpty else {
      throw CommandError(
        .usage, "invalid_fleet_file", "'\(path)' has \(problems.count) bad lines",
        hint: "write lines such as '4.4.0,1200'", details: problems)
    }
    self.groups = groups
  }

  var json: JSONValue {
    .array(
      groups.map { ["wrapperVersion": .string($0.wrapperVersion.description), "count": .integer($0.count)] })
  }

  private static func group(_ cells: [String]) throws(ModelError) -> Group {
    guard cells.count == 2 else {
      throw ModelError(ProblemCode("invalid_line"), "it has \(cells.count) cells, not a version and a number")
    }
    guard let count = Int64(cells[1]), count >= 0 else {
      throw ModelError(ProblemCode("invalid_count"), "'\(cells[1].prefix(40))' is not a number of wrappers")
    }
    return Group(wrapperVersion: try SemanticVersion(parsing: cells[0]), count: count)
  }

  private static func trimmed(_ cell: Substring) -> String {
    var cell = cell.drop(while: \.isWhitespace)
    while cell.last?.isWhitespace == true { cell.removeLast() }
    return String(cell)
  }
}
