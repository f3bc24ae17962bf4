/// Which answered requests are noted, and by whom.
package struct AccessLog: Sendable {
  /// Whether a request with this status is noted.
  let isWanted: @Sendable (_ status: Int, RequestHead) -> Bool
  let write: @Sendable (AccessRecord) -> Void

  /// Notes the requests that `isWanted` takes. Both closures are called on event threads, for each request after its
  /// answer is out, and must not block.
  package init(
    where isWanted: @escaping @Sendable (_ status: Int, RequestHead) -> Bool,
    write: @escaping @Sendable (AccessRecord) -> Void
  ) {
    self.isWanted = isWanted
    self.write = write
  }

  /// Notes every request.
  package init(write: @escaping @Sendable (AccessRecord) -> Void) {
    self.init(where: { _, _ in true }, write: write)
  }
}
