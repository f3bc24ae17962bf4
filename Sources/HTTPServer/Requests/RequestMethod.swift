/// A request's method. One that is not listed is `other`, which no route can have.
package enum RequestMethod: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  case other = "?"

  /// Reads the word of the request line; methods are case-sensitive (RFC 9110, 9.1).
  init(word: UnsafePointer<CChar>) {
    switch (word[0], word[1]) {
    case (Self.letter("G"), Self.letter("E")): self = Self.exactly(.get, word)
    case (Self.letter("H"), _): self = Self.exactly(.head, word)
    case (Self.letter("P"), Self.letter("O")): self = Self.exactly(.post, word)
    case (Self.letter("P"), Self.letter("U")): self = Self.exactly(.put, word)
    case (Self.letter("P"), Self.letter("A")): self = Self.exactly(.patch, word)
    case (Self.letter("D"), _): self = Self.exactly(.delete, word)
    case (Self.letter("O"), _): self = Self.exactly(.options, word)
    default: self = .other
    }
  }

  private static func letter(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }

  private static func exactly(_ method: RequestMethod, _ word: UnsafePointer<CChar>) -> RequestMethod {
    var index = 0
    for unit in method.rawValue.utf8 {
      guard word[index] == CChar(bitPattern: unit) else { return .other }
      index += 1
    }
    return word[index] == 0 ? method : .other
  }
}
