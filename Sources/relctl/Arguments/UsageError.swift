import ReleaseModel
import TokenSigning

/// One thing that is wrong with a command line.
struct UsageProblem: Sendable {
  let code: String
  let message: String
  var hint: String?
  /// The option or argument, when it is about one.
  var field: String?
  /// How the message begins where nothing says what it is about.
  var subject: String?

  init(
    _ code: String, _ message: String, hint: String? = nil, field: String? = nil, subject: String? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.field = field
    self.subject = subject
  }

  /// The message on its own, with the name of the argument whose value was refused.
  var sentence: String {
    if let subject { return "\(subject) \(message)" }
    guard let field, !message.contains(field) else { return message }
    return "\(field): \(message)"
  }

  /// A value that its argument's parser refused; a value of the model, a token or a file keeps its code.
  ///
  /// - Parameter argument: the option's name, or the environment variable in its place.
  init(refusing argument: String, _ error: any Error) {
    switch error {
    case let error as ModelError:
      self.init(error.code.rawValue, error.message, field: argument)
    case let error as TokenError:
      self.init(error.code.rawValue, error.message, field: argument)
    case let error as CommandError:
      self.init(error.code, error.message, hint: error.hint, field: argument)
    case let error as InvalidValue:
      self.init("invalid_value", error.message, field: argument)
    default:
      self.init("invalid_value", "\(error)", field: argument)
    }
  }
}

/// A command line that cannot be run, with everything that is wrong with it.
struct UsageError: Error {
  /// The words that were understood, without `relctl`.
  let path: [String]
  let problems: [UsageProblem]

  init(path: [String], problems: [UsageProblem]) {
    self.path = path
    self.problems = problems
  }

  init(path: [String], _ problem: UsageProblem) { self.init(path: path, problems: [problem]) }
}
