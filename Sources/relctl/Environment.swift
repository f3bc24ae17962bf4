import Glibc

/// The process's environment. A variable that is set to nothing counts as unset.
struct Environment: Sendable {
  /// The variable's value, not a byte changed. One that is not text is refused: made into text, it would name something
  /// else. It is not shown, as it may be a secret.
  subscript(name: String) -> String? {
    get throws(CommandError) {
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      guard let text = String(validatingCString: value) else {
        throw CommandError(
          .usage, "not_utf8", "the value of the environment variable \(name) is not UTF-8",
          hint: "relctl takes UTF-8 only; set it to something else, or unset it")
      }
      return text
    }
  }

  /// Whether the terminal and its user want colour.
  var wantsColour: Bool {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false
    return !isRefused && !isDumb
  }
}
