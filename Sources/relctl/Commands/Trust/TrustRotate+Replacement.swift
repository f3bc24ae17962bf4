import ReleaseModel

extension TrustRotate {
  /// Two keys, as they are written in an argument.
  struct Replacement: Sendable {
    let old: KeyName
    let new: KeyName

    init(parsing text: String) throws {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw InvalidValue("'\(text.prefix(100))' does not name two keys; write OLD=NEW")
      }
      old = try KeyName(parsing: String(parts[0]))
      new = try KeyName(parsing: String(parts[1]))
    }
  }
}
