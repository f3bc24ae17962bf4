import Foundation
import HTTPClient
@testable import ReleaseRegistry

extension TestRegistry {
  /// A report of one of the registry's releases, with changes; a member that is changed to nil is left out.
  func reportBody(
    _ version: String, channel: String = "production", id: String = UUID().uuidString.lowercased(),
    _ changes: [String: Any?] = [:]
  ) throws -> [String: Any] {
    var body: [String: Any] = [
      "clientMutationId": id, "channel": channel, "releaseVersion": version,
      "releaseSha256": try release(version, channel: channel)["artifactSha256"] as? String ?? "",
      "outcome": "installed", "wrapperVersion": "4.5.0", "platform": "ios",
    ]
    for (name, value) in changes { body[name] = value }
    return body
  }

  /// Sends a report, without a token, from the address that a proxy would name.
  func send(report body: [String: Any], from address: String? = nil, fields: HTTPFields = [:]) throws
    -> TestAnswer
  {
    try send(report: Array(JSONSerialization.data(withJSONObject: body)), from: address, fields: fields)
  }

  func send(report body: [UInt8], from address: String? = nil, fields: HTTPFields = [:]) throws -> TestAnswer
  {
    var fields = fields
    if let address { fields["X-Forwarded-For"] = address }
    return try call(.post, "/mobile-web/reports", token: nil, body: body, fields: fields)
  }

  /// Sends a report of a release.
  @discardableResult
  func report(_ version: String, channel: String = "production", _ changes: [String: Any?] = [:]) throws
    -> TestAnswer
  {
    try send(report: reportBody(version, channel: channel, changes))
  }

  /// The same as the registry reads it.
  func installReport(_ version: String, _ changes: [String: Any?] = [:]) throws -> InstallReport {
    try InstallReport(Array(JSONSerialization.data(withJSONObject: reportBody(version, changes))))
  }

  /// What was reported of each release: its version and the counts installed, confirmed, rolled back and failed.
  func adoption(of channel: String = "production") throws -> [String] {
    let answer = try admin(.get, "/channels/\(channel)/adoption")
    guard let releases = answer.data?["releases"] as? [[String: Any]] else { throw UnexpectedAnswer(answer) }
    return releases.map { release in
      "\(release["releaseVersion"] ?? "?"): \(Self.counts(release))"
    }
  }

  /// The counts of a part of an adoption.
  static func counts(_ part: [String: Any]) -> String {
    let reports = part["reports"] as? [String: Any] ?? [:]
    return ["installed", "confirmed", "rolledBack", "failed"].map { "\(reports[$0] as? Int ?? -1)" }
      .joined(separator: " ")
  }

  /// The value of one line of `/metrics`.
  func metric(_ name: String) throws -> Int? {
    try get("/metrics").text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
      .flatMap { Int($0.dropFirst(name.count + 1)) }
  }
}
