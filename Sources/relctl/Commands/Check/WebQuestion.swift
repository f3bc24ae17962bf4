import HTTPClient
import ReleaseModel

/// What a wrapper asks the registry.
struct WebQuestion {
  let channel: Channel
  let wrapperVersion: SemanticVersion
  let cohort: Cohort?

  private var query: [(name: String, value: String)] {
    let cohort = cohort.map { [(name: "cohort", value: String($0.value))] } ?? []
    return [("channel", channel.name), ("wrapperVersion", wrapperVersion.description)] + cohort
  }

  /// The answer that devices get, from the address that devices ask.
  func answer(from client: RegistryClient) throws -> WebAnswer {
    let response = try client.publicResponse(["mobile-web", "releases", "latest"], query: query)
    if response.isSuccess { return WebAnswer(self, release: try client.answer(response).data) }
    let problem = CommandError(refusedBy: response)
    guard problem.code == ProblemCode.noCompatibleRelease.rawValue else { throw problem }
    let document = try JSONValue(parsing: response.body)
    return WebAnswer(self, reason: document["reason"]?.text ?? problem.code, detail: problem.message)
  }

  /// The same answer with the reason for each of the newest candidates, from the server's own decision code.
  func explanation(from client: RegistryClient, limit: Int) throws -> WebAnswer {
    let query = query + [("limit", String(limit))]
    let data = try client.admin(.init(path: ["explain", "web"], query: query)).data
    return WebAnswer(self, explanation: data)
  }
}
