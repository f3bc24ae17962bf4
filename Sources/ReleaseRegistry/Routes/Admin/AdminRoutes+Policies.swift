import HTTPServer
import ReleaseModel

extension AdminRoutes {
  static let policies = [
    AdminRoute(.get, "/policies", { _ in .read }) { call in
      AdminAnswer(
        status: 200, body: try JSONText.encode(PageEnvelope(try call.registry.policies(), nextCursor: nil)),
        revision: nil)
    },
    .json(.post, "/policies", { _ in .manage }, parameters: AdminRoute.changing) { call, body in
      try call.registry.createPolicy(body, call.context(body: body))
    },
    .json(.post, "/policies/simulate", { _ in .read }) { call, body in
      try call.registry.simulatePolicy(body)
    },
    AdminRoute(.get, "/policies/{id}", { _ in .read }) { call in
      let policy = try call.registry.policy(call.identifier())
      return try AdminAnswer(policy, revision: policy.revision)
    },
    .json(.patch, "/policies/{id}", { _ in .manage }, parameters: AdminRoute.changing) { call, body in
      try call.registry.editPolicy(
        call.identifier(), body: body, revision: call.requiredRevision(), call.context(body: body))
    },
    AdminRoute(.post, "/policies/{id}/activate", { _ in .manage }, parameters: AdminRoute.changing) { call in
      try call.registry.setPolicy(call.identifier(), active: true, revision: call.revision(), call.context())
    },
    AdminRoute(.post, "/policies/{id}/deactivate", { _ in .manage }, parameters: AdminRoute.changing) {
      call in
      try call.registry.setPolicy(call.identifier(), active: false, revision: call.revision(), call.context())
    },
  ]

  static let explain = [
    AdminRoute(.get, "/server", { _ in .read }) { call in try AdminAnswer(call.registry.serverFacts()) },
    AdminRoute(
      .get, "/explain/web", { _ in .read }, parameters: ["channel", "wrapperVersion", "cohort", "limit"]
    ) { call in
      var parameters = PublicParameters(call.head)
      let (channel, question) = try parameters.web()
      let limit = try call.limit(
        standard: WebExplanation.standardLimit, maximum: WebExplanation.maximumLimit)
      return try AdminAnswer(
        call.registry.explainWeb(channel, question, limit: limit))
    },
    AdminRoute(
      .get, "/explain/native", { _ in .read }, parameters: ["channel", "platform", "wrapperVersion"]
    ) { call in
      var parameters = PublicParameters(call.head)
      let (channel, platform, wrapperVersion) = try parameters.native()
      return try AdminAnswer(call.registry.explainNative(channel, platform, wrapperVersion))
    },
  ]
}
