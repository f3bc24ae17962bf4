import HTTPServer
import ReleaseModel

// Native policies, and why a device is told what it is told.
extension OpenAPIOperation {
  private static let collection = "/admin/v1/policies"
  private static let policy = OpenAPISchema.reference("NativePolicy")

  static let policies = [
    OpenAPIOperation(
      .get, collection, "listPolicies", "Every native policy", answers: [.page(of: policy)]),
    OpenAPIOperation(
      .post, collection, "createPolicy", "Makes a native policy, inactive unless `activate` is true",
      [.idempotencyKey, .dryRun], body: .json(OpenAPISchema.reference("PolicyDraft")),
      answers: [.data(policy, status: 201, headers: ["ETag"])], refusals: [409]),
    OpenAPIOperation(
      .post, "\(collection)/simulate", "simulatePolicy", "Tries a policy on a fleet; changes nothing",
      body: .json(OpenAPISchema.reference("PolicySimulationInput")),
      answers: [.data(OpenAPISchema.reference("PolicySimulation"))]),
    OpenAPIOperation(
      .get, "\(collection)/{id}", "showPolicy", "One policy", [.policyInPath],
      answers: [.data(policy, headers: ["ETag"])], refusals: [404]),
    OpenAPIOperation(
      .patch, "\(collection)/{id}", "editPolicy", "Changes fields of a policy",
      [.policyInPath, .requiredRevision, .idempotencyKey, .dryRun],
      body: .json(OpenAPISchema.reference("PolicyEdit"), isRequired: false),
      answers: [.data(policy, headers: ["ETag"])], refusals: [404, 409, 412, 428]),
    activation("activate", "Lets the policy decide"),
    activation("deactivate", "Ends the policy"),
  ]

  private static func activation(_ verb: String, _ summary: String) -> OpenAPIOperation {
    OpenAPIOperation(
      .post, "\(collection)/{id}/\(verb)", "\(verb)Policy", summary,
      [.policyInPath, .revision, .idempotencyKey, .dryRun], answers: [.data(policy, headers: ["ETag"])],
      refusals: [404, 409, 412])
  }

  static let explain = [
    OpenAPIOperation(
      .get, "/admin/v1/server", "showServer", "What decisions need to know of the server itself",
      answers: [.data(OpenAPISchema.reference("ServerFacts"))]),
    OpenAPIOperation(
      .get, "/admin/v1/explain/web", "explainWeb", "The web check's answer with each candidate's reason",
      [.channel, .wrapperVersion, .cohort, .explainLimit],
      answers: [.data(OpenAPISchema.reference("WebExplanation"))]),
    OpenAPIOperation(
      .get, "/admin/v1/explain/native", "explainNative",
      "The native check's answer with each policy's reason", [.channel, .platform, .wrapperVersion],
      answers: [.data(OpenAPISchema.reference("NativeExplanation"))]),
  ]
}
