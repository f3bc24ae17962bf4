import ReleaseBundle
import ReleaseModel

extension InstallReport {
  /// How long before its arrival something that is reported may have been; a report waits on the device for at most a week.
  private static let longestWay: Int64 = 14 * 86_400

  /// A number that two reports share only when they say the same: what is kept of a report to know it again.
  var contentMark: Int64 {
    let members = [
      channel.name, releaseVersion.description, releaseSha256.description, outcome.rawValue,
      stage?.text ?? "",
      code?.text ?? "", wrapperVersion.description, platform.rawValue, occurredAt?.description ?? "",
    ]
    // No member can hold a line feed.
    let digest = Digest.sha256(of: Array(members.joined(separator: "\n").utf8))
    return digest.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// When it was: as the device says, where its clock can be right, and else when the report came.
  func seen(at now: Timestamp) -> Timestamp {
    guard let occurredAt, occurredAt <= now,
      now.secondsSinceEpoch - occurredAt.secondsSinceEpoch <= Self.longestWay
    else { return now }
    return occurredAt
  }
}
