/// How results are printed.
enum OutputFormat: String, Sendable, CaseIterable {
  case table
  case json
}
