/// Answers one request, from whatever thread, as soon as the answer is known. It is used exactly once: until then the
/// client waits.
package struct Reply: Sendable {
  private let core: ServerCore
  private let exchange: Exchange
  private let head: RequestHead

  init(_ core: ServerCore, _ exchange: Exchange, _ head: RequestHead) {
    self.core = core
    self.exchange = exchange
    self.head = head
  }

  /// Sends what `answer` gives, or the answer to its error. Nothing happens when the client is gone.
  package func send(_ answer: () throws -> Response) { core.run(exchange, head, answer) }

  /// An admission whose answer is known when its handler returns.
  static func late(_ admission: @escaping Router.Admission) -> Router.LateAdmission {
    { head in
      let handler = try admission(head)
      return { body, reply in
        let response = try handler(body)
        reply.send { response }
      }
    }
  }
}
