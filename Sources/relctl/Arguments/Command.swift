/// A verb: what it takes, what its help says, and what it does.
struct Command: Sendable {
  /// A command line that works, and what it is good for.
  struct Example: Sendable {
    let meaning: String
    let line: String

    init(_ meaning: String, _ line: String) {
      self.meaning = meaning
      self.line = line
    }
  }

  let name: String
  /// One sentence, without a full stop.
  let summary: String
  /// Whatever else a person should know, as paragraphs.
  let discussion: String
  let arguments: [any Declared]
  let examples: [Example]
  /// Whether every failure ends with status 1, also a wrong command line, because a contract of others asks for that.
  let failsWithOne: Bool
  let run: @Sendable (Invocation) throws -> ExitStatus

  init(
    _ name: String, _ summary: String, discussion: String = "", arguments: [any Declared] = [],
    examples: [Example], failsWithOne: Bool = false,
    run: @escaping @Sendable (Invocation) throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments + [CommonArguments.output, CommonArguments.help]
    self.examples = examples
    self.failsWithOne = failsWithOne
    self.run = run
  }

  var positionals: [ArgumentDeclaration] {
    arguments.map(\.declaration).filter { $0.kind == .positional }
  }

  /// Options and flags, in the order in which help shows them.
  var options: [ArgumentDeclaration] {
    arguments.map(\.declaration).filter { $0.kind != .positional }
  }
}

/// A noun with its verbs, or the program itself with its nouns.
struct CommandGroup: Sendable {
  let name: String
  let summary: String
  let nodes: [CommandNode]

  init(_ name: String, _ summary: String, _ nodes: [CommandNode]) {
    self.name = name
    self.summary = summary
    self.nodes = nodes
  }

  func node(named name: String) -> CommandNode? { nodes.first { $0.name == name } }

  /// The command that the first words lead to; nil when they lead to none.
  func command(at words: [String]) -> Command? {
    guard let first = words.first, let node = node(named: first) else { return nil }
    switch node {
    case .command(let command): return command
    case .group(let group): return group.command(at: Array(words.dropFirst()))
    }
  }
}

/// A place in the tree of commands.
indirect enum CommandNode: Sendable {
  case group(CommandGroup)
  case command(Command)

  var name: String {
    switch self {
    case .group(let group): group.name
    case .command(let command): command.name
    }
  }

  var summary: String {
    switch self {
    case .group(let group): group.summary
    case .command(let command): command.summary
    }
  }

  /// Every command at or below this place, each with the words that lead to it.
  func commands(under path: [String] = []) -> [(path: [String], command: Command)] {
    switch self {
    case .command(let command): [(path + [command.name], command)]
    case .group(let group): group.nodes.flatMap { $0.commands(under: path + [group.name]) }
    }
  }
}
