import ReleaseModel

/// `relctl help [COMMAND…]`
enum HelpCommand {
  private static let words = Argument.remaining("COMMAND", "the words of a command", parse: Parse.text)

  static let command: Command = Command(
    "help", "Explain a command",
    discussion: "With '--output json' it lists every command with its arguments, for tools.",
    arguments: [words],
    examples: [
      .init("How is a release published?", "relctl help release publish"),
      .init("Every command, for a program", "relctl help --output json"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    var node = CommandNode.group(CommandTree.root)
    var path: [String] = []
    for word in try invocation[words] {
      guard case .group(let group) = node, let next = group.node(named: word) else {
        throw CommandError(
          .usage, "unknown_command",
          "'\((["relctl"] + path + [word]).joined(separator: " "))' is not a command",
          hint: "'relctl help' lists them")
      }
      path.append(word)
      node = next
    }
    let help = HelpText(node: node, path: path)
    guard invocation.console.format == .json else {
      try invocation.console.show(text: help.text)
      return .ok
    }
    let commands = node.commands(under: Array(path.dropLast())).map { HelpIndex.entry($0.path, $0.command) }
    try invocation.console.show(Report(json: ["commands": .array(commands)], text: .lines([])))
    return .ok
  }
}
