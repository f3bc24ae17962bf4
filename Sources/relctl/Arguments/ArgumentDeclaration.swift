/// What the parser, the help and the completions know about one argument of a command.
struct ArgumentDeclaration: Sendable {
  enum Kind: String, Sendable {
    case positional, option, flag
  }

  /// What a shell offers in place of the argument.
  enum Suggestion: Sendable, Equatable {
    case nothing, file, folder
    case choices([String])
  }

  let kind: Kind
  /// `--channel` for options and flags, `CHANNEL` for positional arguments.
  let name: String
  /// One letter, as in `-o`.
  var short: Character?
  /// What stands for the value in help: `CHANNEL`, `FILE`; empty for flags.
  let placeholder: String
  let help: String
  var isRequired = false
  var isRepeated = false
  /// The environment variable that is read when the option is not given.
  var environment: String?
  /// What holds when the option is not given, as the help shows it.
  var defaultText: String?
  var suggestion: Suggestion = .nothing

  /// The option's spelling in help and messages: `--out ZIP`.
  var spelling: String {
    switch kind {
    case .positional: name
    case .option: "\(name) \(placeholder)"
    case .flag: name
    }
  }

  /// Whether a token such as `--channel` or `-o` means this argument.
  func answers(to token: String) -> Bool {
    guard kind != .positional else { return false }
    return token == name || short.map { token == "-\($0)" } ?? false
  }
}

/// Anything that stands in a command's list of arguments.
protocol Declared: Sendable {
  var declaration: ArgumentDeclaration { get }
  /// Reads the given texts and forgets the value, so that every problem of a command line is told at once.
  func check(_ texts: [String]) throws
}
