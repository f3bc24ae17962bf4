extension String {
  /// Whether it has characters that change how other text is shown, and are none themselves: control characters other
  /// than line feeds and tabs, and those that turn the direction of writing (Unicode TR 9, 2.1–2.4).
  package var hidesItsText: Bool {
    unicodeScalars.contains { scalar in
      switch scalar {
      case "\n", "\r", "\t": false
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{2028}", "\u{2029}": true
      default: scalar.properties.generalCategory == .control
      }
    }
  }
}
