/// The states of a web release: `draft → published ⇄ paused → retired`.
package enum ReleaseState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Being prepared: may be changed or deleted, is never offered.
  case draft
  /// Offered to the wrappers that can run it.
  case published
  /// Not offered, until it is resumed.
  case paused
  /// Never offered again; its version stays taken for ever.
  case retired
}
