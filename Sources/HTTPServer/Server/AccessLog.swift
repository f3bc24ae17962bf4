/// Which answered requests are noted, and by whom.
package struct AccessLog: Sendable {
  /// Whether a request with this status is noted.
  let isWanted: @Sendable (_ status: Int, RequestHead) -> Bool
  /// The query parameters whose values are no secrets.
  let shownParameters: Set<String>
  let write: @Sendable (AccessRecord) -> Void

  /// Notes the requests that `isWanted` takes, with the values of the query parameters in `shownParameters` where the
  /// request was not refused; of all others the record has the names. Both closures are called on event threads, for each request after its
  /// answer is out, and must not block.
  package init(
    where isWanted: @escaping @Sendable (_ status: Int, RequestHead) -> Bool,
    showing shownParameters: Set<String> = [],
    write: @escaping @Sendable (AccessRecord) -> Void
  ) {
    self.isWanted = isWanted
    self.shownParameters = shownParameters
    self.write = write
  }

  /// Notes every request.
  package init(
    showing shownParameters: Set<String> = [], write: @escaping @Sendable (AccessRecord) -> Void
  ) {
    self.init(where: { _, _ in true }, showing: shownParameters, write: write)
  }
}
