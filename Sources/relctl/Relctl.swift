/// The program: reads the command line, runs the command, and tells how it ended.
struct Relctl: Sendable {
  let environment: Environment

  func run(_ words: [String]) -> ExitStatus {
    let root = CommandTree.root
    let parser = CommandLineParser(root: root) { [environment] in environment[$0] }
    let console = Console(format: Self.format(in: words), environment: environment)
    do {
      switch try parser.parse(words) {
      case .help(let node, let path):
        console.show(text: HelpText(node: node, path: path).text)
        return .ok
      case .run(let command, let path, let texts):
        return try command.run(
          Invocation(path: path, texts: texts, console: console, environment: environment))
      }
    } catch {
      var failure =
        if let error = error as? UsageError {
          CommandError(error, usage: HelpText.usage(at: error.path, in: root))
        } else {
          CommandError(reporting: error)
        }
      if root.command(at: words)?.failsWithOne == true { failure.status = .failed }
      console.fail(failure)
      return failure.status
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
