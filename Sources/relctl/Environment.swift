import Glibc

/// The process's environment. A variable that is set to nothing counts as unset.
struct Environment: Sendable {
  subscript(name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
