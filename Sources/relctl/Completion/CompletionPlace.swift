/// One place of the tree of commands as a shell sees it: where it is, and what may be typed there.
struct CompletionPlace {
  /// `/release/pause`; empty for the program itself.
  let key: String
  let words: [String]
  let node: CommandNode

  /// Every place, the program itself first.
  static func all(in root: CommandGroup) -> [CompletionPlace] {
    places(of: .group(root), words: [])
  }

  private static func places(of node: CommandNode, words: [String]) -> [CompletionPlace] {
    let place = CompletionPlace(key: words.map { "/" + $0 }.joined(), words: words, node: node)
    guard case .group(let group) = node else { return [place] }
    return [place] + group.nodes.flatMap { places(of: $0, words: words + [$0.name]) }
  }
}

enum ShellText {
  /// The text as one word of a POSIX shell.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
