import HTTPClient
import ReleaseModel

extension CommandError {
  private static let addressHint = "is this the address of a release registry?"

  /// An answer that says it went well, and is not what a registry answers.
  init(unexpectedAnswer message: String) {
    self.init(.unreachable, "invalid_response", message, hint: Self.addressHint)
  }

  /// An answer with an error status: a problem document, or whatever stands between us and the registry sent.
  init(refusedBy response: HTTPResponse) {
    let status: ExitStatus = response.status >= 500 ? .unreachable : .refused
    let requestId = response.fields["X-Request-Id"]
    guard let problem = try? JSONValue(parsing: response.body), let code = problem["code"]?.text else {
      self.init(
        status, "http_\(response.status)",
        "\(response.address) answered \(response.status) without saying why",
        hint: Self.addressHint, requestId: requestId)
      return
    }
    self.init(
      status, code, problem["detail"]?.text ?? problem["title"]?.text ?? "the server refused",
      hint: Self.hints[code], details: Self.details(of: problem), requestId: requestId)
  }

  private static func details(of problem: JSONValue) -> [Detail] {
    guard case .array(let errors)? = problem["errors"] else { return [] }
    return errors.map { error in
      Detail(
        field: error["field"]?.text ?? "input", code: error["code"]?.text ?? "invalid",
        detail: error["detail"]?.text ?? "")
    }
  }

  /// What to do about a refusal, in terms of this program.
  private static let hints = [
    "missing_bearer_token": "give --token-file FILE or set RELCTL_TOKEN_FILE",
    "invalid_token":
      "was the token revoked, or is it another server's? 'relctl token list' shows the valid ones",
    "token_expired": "a super-admin makes a new one with 'relctl token create'",
    "forbidden": "ask a super-admin for a token of the right role and channels",
    "stale_revision": "somebody else changed it meanwhile; look at it again, then repeat the command",
    "policy_not_found": "'relctl policy list' shows those that are there, with their ids",
    "version_conflict": "a version's bytes never change; publish the new bytes under a new version",
  ]
}
