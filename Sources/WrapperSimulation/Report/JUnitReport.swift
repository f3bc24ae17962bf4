import ReleaseModel

/// The results as JUnit XML, in the form that GitLab and Jenkins read: a suite with a case for each device.
package struct JUnitReport: Sendable {
  /// The document.
  package let text: String

  /// - Parameter name: the suite's name.
  package init(_ name: String, _ results: [DeviceResult]) {
    let failures = results.count { !$0.objections.isEmpty }
    let seconds = Self.seconds(results.reduce(Duration.zero) { $0 + $1.duration })
    let totals =
      #"tests="\#(results.count)" failures="\#(failures)" errors="0" skipped="0" time="\#(seconds)""#
    let lines =
      [
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<testsuites name="\#(Self.escape(name))" \#(totals)>"#,
        #"  <testsuite name="\#(Self.escape(name))" \#(totals)>"#,
      ] + results.flatMap { Self.lines(for: $0, name) } + ["  </testsuite>", "</testsuites>", ""]
    text = lines.joined(separator: "\n")
  }

  private static func lines(for result: DeviceResult, _ suite: String) -> [String] {
    let count = result.group.count
    let outcome = result.outcome
    let story =
      "\(count) wrapper\(count == 1 ? "" : "s"); runs \(outcome.running); way back \(outcome.wayBack); "
      + "\(outcome.attempt.outcome): \(outcome.attempt.message)"
    let attributes =
      #"classname="\#(escape(suite)).\#(result.group.device.platform.rawValue)" "#
      + #"name="\#(escape(result.group.device.name))" time="\#(seconds(result.duration))""#
    let failures =
      result.objections.isEmpty
      ? []
      : [
        #"      <failure type="expectation_not_met" message="\#(escape(result.objections[0]))">"#
          + escape(result.objections.joined(separator: "\n")) + "</failure>"
      ]
    return ["    <testcase \(attributes)>"] + failures
      + ["      <system-out>\(escape(story))</system-out>", "    </testcase>"]
  }

  /// Seconds with three digits behind the point.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = String(attoseconds / 1_000_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
  }

  /// The text as content or as an attribute; what XML 1.0 cannot hold at all (section 2.2) becomes U+FFFD.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&apos;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
