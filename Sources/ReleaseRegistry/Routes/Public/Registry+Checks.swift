import HTTPServer
import ReleaseModel

extension Registry {
  /// Answers a check with what this snapshot was asked before, else decides and remembers the answer. Refusals of
  /// malformed requests are not remembered.
  func answer(
    _ kind: CheckQuestion.Kind, _ names: [StaticString], of head: RequestHead,
    from snapshot: RegistrySnapshot,
    _ decide: () throws(RegistryError) -> PreparedResponse
  ) -> Response {
    if let answer = CheckQuestion.with(kind, names, of: head, snapshot.answers.response) {
      counters.count(kind, answer.status)
      return Response(answer)
    }
    do throws(RegistryError) {
      let answer = try decide()
      _ = CheckQuestion.with(kind, names, of: head) { snapshot.answers.keep(answer, for: $0) }
      counters.count(kind, answer.status)
      return Response(answer)
    } catch {
      let response = ProblemResponse.of(error)
      counters.count(kind, response.status)
      return response
    }
  }
}
