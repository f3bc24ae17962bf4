import ReleaseModel

/// What `--expect` demands of a check for web releases.
enum WebExpectation: Sendable, CustomStringConvertible {
  case nothing
  case release(SemanticVersion)

  init(parsing text: String) throws(ModelError) {
    self = text == "none" ? .nothing : .release(try SemanticVersion(parsing: text))
  }

  func isMet(by answer: WebAnswer) -> Bool {
    switch self {
    case .nothing: answer.version == nil
    case .release(let version): answer.version == version.description
    }
  }

  var description: String {
    switch self {
    case .nothing: "nothing"
    case .release(let version): version.description
    }
  }
}
