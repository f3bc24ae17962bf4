import ReleaseTesting
import Testing

extension RunningRegistry {
  /// A report of a published release, as JSON.
  func report(_ version: String, id: String, outcome: String = "installed", _ more: String = "") throws
    -> String
  {
    let release = try JSON(
      try relctl("release", "show", "production", version, "--output", "json").output)
    let sha256 = try #require(release["artifactSha256"]?.string)
    return """
      {"clientMutationId":"\(id)","channel":"production","releaseVersion":"\(version)","releaseSha256":"\(sha256)",\
      "outcome":"\(outcome)","wrapperVersion":"4.5.0","platform":"ios"\(more)}
      """
  }

  /// Sends a report on a connection of its own; the status of the answer, nil when there was none.
  func send(report: String) throws -> Int? {
    let client = try connect()
    client.sendHead(
      "POST", "/mobile-web/reports",
      fields: ["Content-Type: application/json", "Content-Length: \(report.utf8.count)"])
    client.send(Array(report.utf8))
    let words = client.readToEnd().split(separator: " ", maxSplits: 2)
    return words.count > 1 ? Int(words[1]) : nil
  }
}
