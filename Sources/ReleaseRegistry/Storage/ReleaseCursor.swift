import ReleaseModel

/// A place in a channel's list of releases. It names values, not a row, so it stays good when its release is deleted.
package struct ReleaseCursor: Sendable, Hashable {
  /// The release's sequence; drafts stand before every sequence.
  let place: Int64
  let id: Int64

  /// Before the first release.
  static let start = ReleaseCursor(place: .max, id: .max)

  init(place: Int64, id: Int64) {
    self.place = place
    self.id = id
  }

  /// Reads what `description` wrote; fails with `invalid_cursor` on anything else.
  init(parsing text: String) throws(ModelError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let place = Int64(parts[0]), let id = Int64(parts[1]), place > 0, id > 0,
      "\(place).\(id)" == text
    else {
      throw ModelError(
        .invalidCursor,
        "'\(text.prefix(60))' is not a cursor of this list; send the nextCursor of the page before")
    }
    self.init(place: place, id: id)
  }
}

extension ReleaseCursor: CustomStringConvertible {
  package var description: String { "\(place).\(id)" }
}
