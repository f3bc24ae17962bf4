/// Colour and weight, on terminals that want them.
struct TextStyle: Sendable {
  let isEnabled: Bool

  func error(_ text: String) -> String { wrap(text, "1;31") }
  func warning(_ text: String) -> String { wrap(text, "33") }
  func faint(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String {
    isEnabled ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
