/// Metrics as Prometheus reads them: text, exposition format 0.0.4.
struct MetricsText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String {
    case counter
    case gauge
  }

  private(set) var text = ""

  /// Adds a metric without labels.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: UInt64) {
    begin(name, kind, help)
    text += "\(name) \(value)\n"
  }

  /// Adds a metric with one value for each value of a label.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, UInt64)]
  ) {
    begin(name, kind, help)
    for (value, count) in values { text += "\(name){\(label)=\"\(value)\"} \(count)\n" }
  }

  /// Adds a metric with one value for each pair of values of two labels.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, by labels: (String, String),
    _ values: [(String, String, UInt64)]
  ) {
    begin(name, kind, help)
    for (first, second, count) in values {
      text += "\(name){\(labels.0)=\"\(first)\",\(labels.1)=\"\(second)\"} \(count)\n"
    }
  }

  private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }
}
