import HTTPClient
import ReleaseBundle
import ReleaseModel

/// A publish that the server only judges: `--dry-run`.
struct PublishTrial {
  /// The release as a draft takes it.
  let draft: JSONValue
  let sizeBytes: UInt64
  let tree: TreeSummary?
  let isStrict: Bool
  let leavesDraft: Bool
  /// What would be uploaded; nil when nothing would be.
  var bundle: PreparedBundle?

  /// Throws what the publish would be refused with; answers what it would be warned about.
  func send(_ signing: JSONValue?, to resource: ReleaseResource) throws -> PublishWarnings {
    guard case .object(var body) = draft else { return .none }
    body["sizeBytes"] = .integer(Int64(clamping: sizeBytes))
    body["tree"] = try tree.map { try JSONValue(encoding: $0) }
    body["strict"] = .bool(isStrict)
    body["draft"] = .bool(leavesDraft)
    body["signing"] = signing
    let answer = try resource.client.admin(
      .init(
        method: .post, path: ["channels", resource.channel.name, "releases", "simulate"], body: .object(body))
    )
    if let limits = answer.data["bundleLimits"] {
      try bundle?.requireAcceptance(within: limits.decoded(as: BundleLimits.self))
    }
    return PublishWarnings(of: answer.data)
  }
}
