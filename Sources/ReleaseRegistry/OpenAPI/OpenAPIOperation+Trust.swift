import HTTPServer
import ReleaseModel
import ReleaseTrust

// Signed metadata.
extension OpenAPIOperation {
  static let trustFiles = [
    OpenAPIOperation(
      .get, "/tuf/timestamp.json", "trustTimestamp",
      "The newest signed state (The Update Framework 1.0.34, 4.6); 404 in development mode", [.ifNoneMatch],
      answers: [
        metadata("The newest timestamp.", and: [RootVersionField.name]),
        .notModified(and: [RootVersionField.name]),
      ],
      refusals: [404]),
    OpenAPIOperation(
      .get, "/tuf/{file}.json", "trustMetadata",
      "A version of root, snapshot, targets, status or a channel's role",
      [.metadataInPath, .ifNoneMatch], answers: [metadata("The file, which never changes."), .notModified],
      refusals: [404]),
    OpenAPIOperation(
      .get, "/tuf/targets/{channel}/{file}.zip", "trustTarget",
      "The zip of a release under the name that it has as a target file",
      [
        .channelInPath, .targetInPath, .range, .ifNoneMatch,
      ],
      answers: [
        OpenAPIAnswer(
          status: 200, meaning: "The whole file.", headers: ["ETag", "Cache-Control", "Accept-Ranges"],
          content: ("application/zip", nil)),
        OpenAPIAnswer(
          status: 206, meaning: "The part that was asked for.",
          headers: ["ETag", "Cache-Control", "Accept-Ranges", "Content-Range"],
          content: ("application/zip", nil)),
        .notModified,
      ], refusals: [404, 416]),
  ]

  static let trust = [
    OpenAPIOperation(
      .get, "/admin/v1/trust", "showTrust",
      "Each role with its version, expiry and keys, the registry's own key, and the next sequence",
      answers: [.data(OpenAPISchema.reference("TrustStatus"))]),
    OpenAPIOperation(
      .post, "/admin/v1/trust", "uploadTrust",
      "Takes metadata that people signed: root, targets, channels; all of it or nothing",
      [.idempotencyKey, .dryRun],
      body: .json(OpenAPISchema.reference("TrustUpload")),
      answers: [.data(OpenAPISchema.reference("TrustStatus"))], refusals: [409, 422]),
    OpenAPIOperation(
      .post, "/admin/v1/trust/online-key", "makeOnlineKey",
      "Makes the key that takes the place of the registry's own once a root names it", [.idempotencyKey],
      answers: [.data(OpenAPISchema.reference("TrustStatus"))], refusals: [409]),
  ]

  private static func metadata(_ meaning: String, and headers: [String] = []) -> OpenAPIAnswer {
    OpenAPIAnswer(
      status: 200, meaning: meaning, headers: ["ETag", "Cache-Control"] + headers,
      content: ("application/json", OpenAPISchema.reference("MetadataFile")))
  }
}
