import HTTPServer

extension AdminRoutes {
  static let tokens = [
    AdminRoute(.get, "/tokens", { _ in .manage }) { call in
      AdminAnswer(
        status: 200, body: try JSONText.encode(PageEnvelope(try call.registry.tokens(), nextCursor: nil)),
        revision: nil)
    },
    .json(.post, "/tokens", { _ in .manage }, parameters: AdminRoute.changing) { call, body in
      try call.registry.createToken(body, call.context(body: body))
    },
    AdminRoute(.delete, "/tokens/{id}", { _ in .manage }, parameters: AdminRoute.changing) { call in
      try call.registry.revokeToken(call.identifier(), call.context())
    },
  ]

  static let audit = [
    AdminRoute(.get, "/audit", { _ in .read }, parameters: ["limit", "cursor"]) { call in
      let (page, next) = try call.registry.auditPage(
        before: call.cursor(AuditRecord.number(parsing:)), limit: call.limit())
      return AdminAnswer(
        status: 200, body: try JSONText.encode(PageEnvelope(page, nextCursor: next.map { String($0) })),
        revision: nil)
    },
    AdminRoute(.get, "/audit/verify", { _ in .read }) { call in
      try AdminAnswer(call.registry.verifyAudit())
    },
  ]
}
