package import ReleaseModel

/// What is on a device before it asks: `none`, `built-in` or a version.
package enum InstalledBefore: Sendable, Hashable {
  /// Nothing at all; the app has no web files inside.
  case nothing
  /// The web files inside the app.
  case builtIn
  /// A release that was installed and confirmed.
  case release(SemanticVersion)

  /// Reads one of the three; fails with `invalid_installed`.
  package init(parsing text: String) throws(ModelError) {
    switch text {
    case "none": self = .nothing
    case "built-in": self = .builtIn
    default:
      do throws(ModelError) {
        self = .release(try SemanticVersion(parsing: text))
      } catch {
        throw ModelError(
          ProblemCode("invalid_installed"),
          "'\(text.prefix(40))' is not what a device can have installed; write 'none', 'built-in' or a version"
        )
      }
    }
  }
}

extension InstalledBefore: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "none"
    case .builtIn: "built-in"
    case .release(let version): version.description
    }
  }
}
