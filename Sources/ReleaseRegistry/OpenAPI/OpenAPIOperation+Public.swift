import HTTPServer
import ReleaseModel

// What anybody may ask.
extension OpenAPIOperation {
  static let checks = [
    OpenAPIOperation(
      .get, "/mobile-web/releases/latest", "latestRelease", "The newest web release that a wrapper can run",
      [.channel, .wrapperVersion, .cohort, .ifNoneMatch],
      answers: [
        .data(OpenAPISchema.reference("LatestRelease"), headers: ["ETag", "Cache-Control"]), .notModified,
      ], refusals: [404]),
    OpenAPIOperation(
      .get, "/native-app/updates/check", "checkNativeUpdate",
      "Whether a native wrapper is current, should update or must",
      [.channel, .platform, .wrapperVersion, .ifNoneMatch],
      answers: [
        .data(OpenAPISchema.reference("NativeUpdate"), headers: ["ETag", "Cache-Control"]), .notModified,
      ]),
  ]

  static let files = [
    file(
      "/mobile-web/artifacts/{sha256}.zip", "artifact", "The zip of a release",
      ("application/zip", nil)),
    file(
      "/mobile-web/trees/{sha256}.json", "tree", "The file manifest of a release",
      ("application/json", OpenAPISchema.reference("FileManifest"))),
  ]

  /// Bytes that never change, whole or in part.
  private static func file(
    _ template: String, _ name: String, _ summary: String, _ content: (mediaType: String, schema: JSONValue?)
  ) -> OpenAPIOperation {
    let headers = ["ETag", "Cache-Control", "Accept-Ranges"]
    return OpenAPIOperation(
      .get, template, name, summary, [.digestInPath, .range, .ifNoneMatch],
      answers: [
        OpenAPIAnswer(status: 200, meaning: "The whole file.", headers: headers, content: content),
        OpenAPIAnswer(
          status: 206, meaning: "The part that was asked for.", headers: headers + ["Content-Range"],
          content: (content.mediaType, nil)),
        .notModified,
      ], refusals: [404, 416])
  }

  static let reports = [
    OpenAPIOperation(
      .post, "/mobile-web/reports", "report", "Tells what came of a release on a device",
      body: .json(OpenAPISchema.reference("InstallReport")),
      answers: [
        .data(
          OpenAPISchema.reference("AcceptedReport"), status: 202, headers: ["Cache-Control"],
          "It is kept; one that comes again is kept once.")
      ], refusals: [409, 422, 429, 507])
  ]

  static let health = [
    OpenAPIOperation(
      .get, "/healthz", "health", "Whether the process is up",
      answers: [
        .data(
          OpenAPISchema.object(["status": ["type": "string", "const": "up"]], required: ["status"]),
          headers: ["Cache-Control"])
      ]),
    OpenAPIOperation(
      .get, "/readyz", "readiness", "Whether the registry can answer",
      answers: [.data(OpenAPISchema.reference("Readiness"), headers: ["Cache-Control"])]),
    OpenAPIOperation(
      .get, "/metrics", "metrics", "Counters as Prometheus text",
      answers: [
        OpenAPIAnswer(
          status: 200, meaning: "Exposition format 0.0.4.", headers: ["Cache-Control"],
          content: ("text/plain", OpenAPISchema.text()))
      ]),
    OpenAPIOperation(
      .get, "/openapi.json", "openAPI", "This document",
      answers: [
        OpenAPIAnswer(
          status: 200, meaning: "OpenAPI 3.1.", headers: ["Cache-Control"],
          content: ("application/json", ["type": "object"]))
      ]),
  ]
}
