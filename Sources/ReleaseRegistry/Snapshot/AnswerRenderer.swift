import HTTPServer
import ReleaseBundle
import ReleaseModel

/// Writes the public answers, once for each distinct one.
struct AnswerRenderer: Sendable {
  /// The value of `Cache-Control` on checks.
  let cacheControl: String

  /// An answer with an envelope and an entity tag.
  func data(_ value: some Encodable) throws(RegistryError) -> PreparedResponse {
    let body = try JSONText.encode(DataEnvelope(data: value))
    return PreparedResponse(json: body, headers: ["ETag": Self.tag(of: body), "Cache-Control": cacheControl])
  }

  /// A refusal that may be remembered like an answer.
  func problem(_ error: RegistryError) throws(RegistryError) -> PreparedResponse {
    let status = ProblemStatus.of(error.code)
    let problem = Problem(
      status: status, code: error.code, detail: error.message, reason: error.reason?.rawValue)
    return PreparedResponse(
      HTTPStatus(status),
      headers: ["Content-Type": "application/problem+json", "Cache-Control": cacheControl],
      body: try JSONText.encode(problem))
  }

  /// A strong entity tag for these bytes.
  static func tag(of body: [UInt8]) -> String {
    "\"\(Digest.sha256(of: body).description.prefix(32))\""
  }
}
