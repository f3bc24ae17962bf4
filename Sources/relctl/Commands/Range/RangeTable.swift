import ReleaseModel

/// Adds a verdict to each line of a table, leaving its bytes as they are.
struct RangeTable {
  private static let flushSize = 65_536

  func run() throws(CommandError) {
    var input = StandardInput()
    var output: [UInt8] = []
    while let (line, endsInLineFeed) = try input.nextLine() {
      output += line
      output += "\t\(verdict(on: line))".utf8
      if endsInLineFeed { output.append(UInt8(ascii: "\n")) }
      if output.count > Self.flushSize {
        try StandardOutput.write(output[...])
        output.removeAll(keepingCapacity: true)
      }
    }
    try StandardOutput.write(output[...])
  }

  /// The range is everything before the last tab, so that a range with a tab in it is judged as it stands.
  private func verdict(on line: ArraySlice<UInt8>) -> String {
    guard let tab = line.lastIndex(of: UInt8(ascii: "\t")),
      let rangeText = String(validating: line[..<tab], as: UTF8.self),
      let versionText = String(validating: line[(tab + 1)...], as: UTF8.self),
      let range = try? VersionRange(parsing: rangeText),
      let version = try? SemanticVersion(parsing: versionText)
    else { return "invalid" }
    return range.contains(version) ? "true" : "false"
  }
}
