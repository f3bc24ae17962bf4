import HTTPServer
import ReleaseModel

// Bundles and releases.
extension OpenAPIOperation {
  static let artifacts = [
    OpenAPIOperation(
      .post, "/admin/v1/artifacts", "uploadArtifact", "Uploads a bundle as a zip",
      [.contentDigest, .idempotencyKey],
      body: OpenAPIBody(
        mediaType: "application/zip", schema: ["type": "string", "format": "binary"], isRequired: true),
      answers: [
        .data(OpenAPISchema.reference("Artifact"), "The same bundle is there already."),
        .data(OpenAPISchema.reference("Artifact"), status: 201, "The bundle is stored."),
      ], refusals: [409, 411, 422])
  ]

  private static let collection = "/admin/v1/channels/{channel}/releases"
  private static let one = "\(collection)/{version}"
  private static let changed = OpenAPISchema.reference("ChangedRelease")

  static let releases = [
    OpenAPIOperation(
      .get, "/admin/v1/channels", "listChannels", "Every channel that has releases",
      answers: [
        .page(
          of: OpenAPISchema.object(["channel": OpenAPISchema.reference("Channel")], required: ["channel"]))
      ]),
    OpenAPIOperation(
      .post, collection, "createRelease", "Makes a draft", [.channelInPath, .idempotencyKey, .dryRun],
      body: .json(OpenAPISchema.reference("ReleaseDraft")),
      answers: [.data(changed, status: 201, headers: ["ETag"])], refusals: [404, 409]),
    OpenAPIOperation(
      .post, "\(collection)/simulate", "simulatePublish", "Judges a publish; changes nothing",
      [.channelInPath],
      body: .json(OpenAPISchema.reference("PublishTrial")),
      answers: [.data(OpenAPISchema.reference("PublishVerdict"))], refusals: [409, 413, 422]),
    OpenAPIOperation(
      .get, collection, "listReleases", "The channel's releases, newest first",
      [.channelInPath, .onlyVersion, .limit, .releaseCursor],
      answers: [.page(of: OpenAPISchema.reference("WebRelease"))]),
    OpenAPIOperation(
      .get, "/admin/v1/channels/{channel}/adoption", "adoption",
      "What devices reported of a channel's releases",
      [.channelInPath, .releaseVersion], answers: [.data(OpenAPISchema.reference("Adoption"))],
      refusals: [404]),
    OpenAPIOperation(
      .get, one, "showRelease", "One release", [.channelInPath, .versionInPath],
      answers: [.data(OpenAPISchema.reference("WebRelease"), headers: ["ETag"])], refusals: [404]),
    OpenAPIOperation(
      .patch, one, "editRelease", "Changes any field of a draft, or notes and rollout of what is published",
      [.channelInPath, .versionInPath, .requiredRevision, .idempotencyKey, .dryRun],
      body: .json(OpenAPISchema.reference("ReleaseEdit"), isRequired: false),
      answers: [.data(changed, headers: ["ETag"])], refusals: [404, 409, 412, 428]),
    OpenAPIOperation(
      .delete, one, "deleteRelease", "Deletes a draft",
      [.channelInPath, .versionInPath, .revision, .idempotencyKey, .dryRun], answers: [.noContent],
      refusals: [404, 409, 412]),
    OpenAPIOperation(
      .post, "\(one)/promote", "promoteRelease", "Publishes the same artifact on another channel",
      [.channelInPath, .versionInPath, .idempotencyKey, .dryRun],
      body: .json(OpenAPISchema.reference("Promotion")),
      answers: [
        .data(changed, headers: ["ETag"], "It is published there already."),
        .data(changed, status: 201, headers: ["ETag"], "It is published there now."),
      ], refusals: [404, 409, 422]),
  ]

  /// Changes of state; one that is true already is answered as it is.
  static let transitions = ReleaseTransition.allCases.map { transition in
    OpenAPIOperation(
      .post, "\(one)/\(transition.rawValue)", "\(transition.rawValue)Release",
      "Changes a release's state: \(transition.rawValue)",
      [.channelInPath, .versionInPath, .revision, .idempotencyKey, .dryRun],
      body: .json(
        OpenAPISchema.reference(transition == .publish ? "Publishing" : "Reason"), isRequired: false),
      answers: [.data(changed, headers: ["ETag"])],
      refusals: [404, 409, 412] + (transition == .publish ? [422] : []))
  }
}
