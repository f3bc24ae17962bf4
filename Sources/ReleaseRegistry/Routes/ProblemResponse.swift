import HTTPServer
import ReleaseModel

/// Turns errors into `application/problem+json` answers; the only place that does.
enum ProblemResponse {
  static func of(_ error: RegistryError) -> Response {
    let status = ProblemStatus.of(error.code)
    let problem = Problem(
      status: status, code: error.code, detail: error.message, reason: error.reason?.rawValue,
      errors: error.fieldErrors.isEmpty ? nil : error.fieldErrors)
    var headers: HeaderFields = ["Content-Type": "application/problem+json", "Cache-Control": "no-store"]
    if let seconds = error.retryAfterSeconds ?? (status == 503 ? 5 : nil) {
      headers["Retry-After"] = String(seconds)
    }
    if status == 401 { headers["WWW-Authenticate"] = "Bearer" }
    do {
      return Response(HTTPStatus(status), headers: headers, body: .bytes(try JSONText.encode(problem)))
    } catch {
      return Response(500)
    }
  }
}
