/// `relctl completion bash|zsh|fish`
enum CompletionCommand {
  private enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  private static let shell = Argument.positional(
    "SHELL", "'bash', 'zsh' or 'fish'", suggesting: .choices(Shell.allCases.map(\.rawValue)),
    parse: Parse.choice(Shell.self))

  static let command: Command = Command(
    "completion", "Print the script that completes commands and options in a shell",
    arguments: [shell],
    examples: [
      .init("For this bash session", "source <(relctl completion bash)"),
      .init(
        "For every fish session",
        "relctl completion fish > ~/.config/fish/completions/relctl.fish"),
    ]
  ) { invocation in
    let root = CommandTree.root
    switch try invocation[shell] {
    case .bash: try invocation.console.show(text: BashCompletion(root: root).script)
    case .zsh: try invocation.console.show(text: ZshCompletion(root: root).script)
    case .fish: try invocation.console.show(text: FishCompletion(root: root).script)
    }
    return .ok
  }
}
