/// What a request will be answered with, once its header is known.
enum RequestPlan {
  case immediate(@Sendable (RequestHead) -> Response)
  case blocking(@Sendable (Request) throws -> Response)
  case collecting(upTo: UInt64, Router.LateAdmission)
  case answer(Response)
}
