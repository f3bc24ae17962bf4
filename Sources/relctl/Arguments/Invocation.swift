/// One run of a command: the texts that were given for its arguments, and the console to answer on.
struct Invocation: Sendable {
  /// The words that led to the command, without `relctl`.
  let path: [String]
  /// Argument name → the texts given for it, in order.
  let texts: [String: [String]]
  /// Argument name → the environment variable that its text comes from.
  var variables: [String: String] = [:]
  let console: Console
  let environment: Environment

  /// The argument's value; everything was checked before the command ran, so a refusal here means that the
  /// command reads an argument that it does not list.
  subscript<Value>(argument: Argument<Value>) -> Value {
    get throws { try argument.read(texts[argument.declaration.name] ?? []) }
  }

  /// Whether the argument was given, and does not only have the value that holds without it.
  func isGiven<Value>(_ argument: Argument<Value>) -> Bool { texts[argument.declaration.name] != nil }

  /// Where an argument's value was written, for messages: `--trust-root`, or the environment variable `RELCTL_TRUST_ROOT`.
  func source<Value>(of argument: Argument<Value>) -> String {
    variables[argument.declaration.name] ?? argument.declaration.name
  }
}
