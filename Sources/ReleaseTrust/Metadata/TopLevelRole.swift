/// The four roles that every repository has. Each is also a type of metadata; delegated roles are of the type
/// `targets` and have names of their own.
package enum TopLevelRole: String, Sendable, CaseIterable {
  case root, timestamp, snapshot, targets

  /// The role's name.
  package var name: ExactText { ExactText(rawValue) }
}
