/// The program: reads the command line, runs the command, and tells how it ended.
struct Relctl: Sendable {
  let environment: Environment

  func run(_ words: CommandWords) -> ExitStatus {
    let root = CommandTree.root
    let console = Console(format: Self.format(in: words.repaired), environment: environment)
    do {
      let status = try run(words.exact(), root, console)
      try StandardOutput.finish()
      return status
    } catch {
      var failure =
        if let error = error as? UsageError {
          CommandError(error, usage: HelpText.usage(at: error.path, in: root))
        } else {
          CommandError(reporting: error)
        }
      if root.command(at: words.repaired)?.failsWithOne == true { failure.status = .failed }
      console.fail(failure)
      return failure.status
    }
  }

  private func run(_ words: [String], _ root: CommandGroup, _ console: Console) throws -> ExitStatus {
    let parser = CommandLineParser(root: root) { [environment] name throws(CommandError) in
      try environment[name]
    }
    switch try parser.parse(words) {
    case .help(let node, let path):
      try console.show(text: HelpText(node: node, path: path).text)
      return .ok
    case .run(let command, let path, let texts, let variables):
      return try command.run(
        Invocation(
          path: path, texts: texts, variables: variables, console: console, environment: environment))
    }
  }

  /// The format that the words ask for, however wrong the rest of them is, so that a program gets its errors
  /// in the form that it can read.
  private static func format(in words: [String]) -> OutputFormat {
    let name = CommonArguments.output.declaration.name
    let options = words.prefix { $0 != "--" }
    let asksForJSON = zip(options, options.dropFirst()).contains { $0 == name && $1 == "json" }
    return asksForJSON || options.contains("\(name)=json") ? .json : .table
  }
}
