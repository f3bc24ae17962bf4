/// Turns the words after `relctl` into a command with its arguments, or into every problem that they have.
struct CommandLineParser: Sendable {
  /// What the words ask for.
  enum Request {
    case run(Command, path: [String], texts: [String: [String]], variables: [String: String])
    case help(CommandNode, path: [String])
  }

  let root: CommandGroup
  /// Reads an environment variable; nil when it is unset or empty, an error when it is not text.
  let environment: @Sendable (String) throws(CommandError) -> String?

  func parse(_ words: [String]) throws(UsageError) -> Request {
    // As nearly every program is asked.
    if words.first == "--version" { return try parse(["version"] + words.dropFirst()) }
    var group = root
    var path: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--help" || word == "-h" { return .help(.group(group), path: path) }
      guard let node = group.node(named: word) else { throw unknown(word, in: group, path: path) }
      path.append(word)
      switch node {
      case .group(let next): group = next
      case .command(let command): return try parse(Array(words[(index + 1)...]), of: command, path: path)
      }
    }
    throw UsageError(
      path: path,
      UsageProblem(
        "missing_command", "a command is missing; write \(Sentence.alternatives(group.nodes.map(\.name)))"))
  }

  private func unknown(_ word: String, in group: CommandGroup, path: [String]) -> UsageError {
    if word.hasPrefix("-") {
      return UsageError(
        path: path,
        UsageProblem(
          "unknown_option", "'\(word)' is not an option here; options come after the command",
          hint: "relctl COMMAND \(word) …"))
    }
    let typed = (["relctl"] + path + [word]).joined(separator: " ")
    let names = group.nodes.map(\.name)
    let meant =
      EditDistance.suggestion(for: word, amongOrBeginning: names).map { (path + [$0]).joined(separator: " ") }
      ?? Self.elsewhere[(path + [word]).joined(separator: " ")]
    return UsageError(
      path: path,
      UsageProblem(
        "unknown_command", "'\(typed)' is not a command",
        hint: meant.map { "did you mean 'relctl \($0)'?" }
          ?? "write \(Sentence.alternatives(names)); 'relctl help' explains them"))
  }

  /// What is looked for where it is not, by what is typed.
  private static let elsewhere = [
    "check native": "policy check", "release delete": "release retire", "release remove": "release retire",
    "release stop": "release pause", "release rollback": "release pause", "release start": "release resume",
    "release status": "release show", "policy create": "policy set", "policy edit": "policy set",
    "policy delete": "policy deactivate", "policy remove": "policy deactivate",
    "token delete": "token revoke",
    "token remove": "token revoke", "token show": "token list", "audit show": "audit list",
    "key create": "key generate", "trust show": "trust status", "trust renew": "trust rotate",
    "upload": "release publish", "publish": "release publish", "pause": "release pause",
    "start": "serve", "run": "serve",
  ]

  private func parse(
    _ words: [String], of command: Command, path: [String]
  ) throws(UsageError) -> Request {
    var tokens = TokenReader(command: command)
    tokens.read(words)
    if tokens.asksForHelp { return .help(.command(command), path: path) }
    var texts = tokens.texts
    var variables: [String: String] = [:]
    for declaration in command.options where texts[declaration.name] == nil {
      do throws(CommandError) {
        guard let variable = declaration.environment, let text = try environment(variable) else { continue }
        texts[declaration.name] = [text]
        variables[declaration.name] = variable
      } catch {
        throw UsageError(
          path: path, UsageProblem(error.code, error.message, hint: error.hint, field: declaration.name))
      }
    }
    let problems =
      tokens.problems
      + command.arguments.filter { !tokens.withoutValue.contains($0.declaration.name) }.compactMap {
        argument in
        Self.problem(with: argument, given: texts, from: variables[argument.declaration.name])
      }
    guard problems.isEmpty else { throw UsageError(path: path, problems: problems) }
    return .run(command, path: path, texts: texts, variables: variables)
  }

  /// - Parameter variable: the environment variable that the text comes from; nil for the command line.
  private static func problem(
    with argument: any Declared, given texts: [String: [String]], from variable: String?
  ) -> UsageProblem? {
    let declaration = argument.declaration
    guard let given = texts[declaration.name] else {
      guard declaration.isRequired else { return nil }
      return UsageProblem(
        "missing_argument", "is missing: \(declaration.help)", field: declaration.name,
        subject: declaration.spelling)
    }
    do {
      try argument.check(given)
      return nil
    } catch {
      return UsageProblem(refusing: variable ?? declaration.name, error)
    }
  }
}
