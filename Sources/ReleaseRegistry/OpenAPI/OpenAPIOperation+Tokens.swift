import HTTPServer
import ReleaseModel

// Tokens and the audit.
extension OpenAPIOperation {
  static let tokens = [
    OpenAPIOperation(
      .get, "/admin/v1/tokens", "listTokens", "Every token, without its secret",
      answers: [.page(of: OpenAPISchema.reference("Token"))]),
    OpenAPIOperation(
      .post, "/admin/v1/tokens", "createToken", "Makes a token; its secret is in this answer only",
      [.idempotencyKey, .dryRun], body: .json(OpenAPISchema.reference("TokenDraft")),
      answers: [
        .data(
          OpenAPISchema.reference("NewToken"), status: 201,
          "The token is made. Only the first answer has its secret, `token`; a repeated request with the same "
            + "Idempotency-Key is answered without `token`, because the secret is stored nowhere.")
      ], refusals: [409]),
    OpenAPIOperation(
      .delete, "/admin/v1/tokens/{id}", "revokeToken", "Ends a token at once",
      [.tokenInPath, .idempotencyKey, .dryRun], answers: [.noContent], refusals: [404, 409]),
  ]

  static let audit = [
    OpenAPIOperation(
      .get, "/admin/v1/audit", "listAudit", "What was changed by whom, newest first", [.limit, .auditCursor],
      answers: [.page(of: OpenAPISchema.reference("AuditRecord"))]),
    OpenAPIOperation(
      .get, "/admin/v1/audit/verify", "verifyAudit", "Whether the audit's hash chain holds",
      answers: [.data(OpenAPISchema.reference("AuditVerdict"))]),
  ]
}
