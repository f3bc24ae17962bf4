/// One argument of a command: how it is declared, and how its texts become a value.
///
/// A command holds its arguments as constants, lists them for the parser, and reads their values with
/// `invocation[argument]`, which is typed.
struct Argument<Value>: Declared {
  var declaration: ArgumentDeclaration
  /// Turns the texts given on the command line, none when it was left out, into the value.
  let read: @Sendable ([String]) throws -> Value

  func check(_ texts: [String]) throws { _ = try read(texts) }
}

/// A value that was refused without a code of its own.
struct InvalidValue: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

extension Argument {
  /// `--name VALUE`, which may be left out.
  static func option<Element>(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    environment: String? = nil, suggesting suggestion: ArgumentDeclaration.Suggestion = .nothing,
    parse: @escaping @Sendable (String) throws -> Element
  ) -> Argument where Value == Element? {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .option, name: name, short: short, placeholder: placeholder, help: help,
        environment: environment, suggestion: suggestion)
    ) { texts in try texts.last.map(parse) }
  }

  /// `--name VALUE`, which must be given.
  static func requiredOption(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    environment: String? = nil, suggesting suggestion: ArgumentDeclaration.Suggestion = .nothing,
    parse: @escaping @Sendable (String) throws -> Value
  ) -> Argument {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .option, name: name, short: short, placeholder: placeholder, help: help, isRequired: true,
        environment: environment, suggestion: suggestion)
    ) { texts in try parse(required(texts, name)) }
  }

  /// `--name VALUE` with a value of its own when it is left out.
  static func option(
    _ name: String, _ placeholder: String, _ help: String, default value: Value, shownAs text: String,
    environment: String? = nil, suggesting suggestion: ArgumentDeclaration.Suggestion = .nothing,
    parse: @escaping @Sendable (String) throws -> Value
  ) -> Argument where Value: Sendable {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .option, name: name, placeholder: placeholder, help: help, environment: environment,
        defaultText: text, suggestion: suggestion)
    ) { texts in try texts.last.map(parse) ?? value }
  }

  /// `--name VALUE`, any number of times.
  static func repeatedOption<Element>(
    _ name: String, _ placeholder: String, _ help: String,
    parse: @escaping @Sendable (String) throws -> Element
  ) -> Argument where Value == [Element] {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .option, name: name, placeholder: placeholder, help: help, isRepeated: true)
    ) { texts in try texts.map(parse) }
  }

  /// The same, which must be given, at least once where it may be repeated.
  func required() -> Argument {
    var argument = self
    argument.declaration.isRequired = true
    return argument
  }

  /// A positional argument that must be given.
  static func positional(
    _ name: String, _ help: String, suggesting suggestion: ArgumentDeclaration.Suggestion = .nothing,
    parse: @escaping @Sendable (String) throws -> Value
  ) -> Argument {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .positional, name: name, placeholder: name, help: help, isRequired: true, suggestion: suggestion
      )
    ) { texts in try parse(required(texts, name)) }
  }

  /// A positional argument that may be left out.
  static func optionalPositional<Element>(
    _ name: String, _ help: String, suggesting suggestion: ArgumentDeclaration.Suggestion = .nothing,
    parse: @escaping @Sendable (String) throws -> Element
  ) -> Argument where Value == Element? {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .positional, name: name, placeholder: name, help: help, suggestion: suggestion)
    ) { texts in try texts.last.map(parse) }
  }

  /// The rest of the positional arguments.
  static func remaining<Element>(
    _ name: String, _ help: String, parse: @escaping @Sendable (String) throws -> Element
  ) -> Argument where Value == [Element] {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .positional, name: name, placeholder: name, help: help, isRepeated: true)
    ) { texts in try texts.map(parse) }
  }

  private static func required(_ texts: [String], _ name: String) throws -> String {
    guard let text = texts.last else { throw InvalidValue("\(name) is missing") }
    return text
  }
}

extension Argument where Value == Bool {
  /// `--name`, which is true when it is given.
  static func flag(_ name: String, short: Character? = nil, _ help: String) -> Argument {
    Argument(
      declaration: ArgumentDeclaration(
        kind: .flag, name: name, short: short, placeholder: "", help: help)
    ) { texts in !texts.isEmpty }
  }
}
