/// Sorts the words after a command's name into options and positional arguments.
struct TokenReader {
  let command: Command
  private(set) var texts: [String: [String]] = [:]
  private(set) var problems: [UsageProblem] = []
  private(set) var asksForHelp = false
  private var positionals: [String] = []

  init(command: Command) { self.command = command }

  mutating func read(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        break
      } else if word.hasPrefix("--") || (word.hasPrefix("-") && word.count > 1) {
        readOption(word, &rest)
      } else {
        positionals.append(word)
      }
    }
    assignPositionals()
  }

  private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) {
    let (name, attached) = Self.split(word)
    guard let option = command.options.first(where: { $0.answers(to: name) }) else {
      let near = EditDistance.suggestion(for: name, among: command.options.map(\.name))
      problems.append(
        UsageProblem(
          "unknown_option", "'\(name)' is not an option of this command",
          hint: near.map { "did you mean '\($0)'?" }, field: name))
      return
    }
    if option.kind == .flag {
      readFlag(option, attached: attached)
    } else if let value = attached ?? nextValue(&rest) {
      add(value, to: option)
    } else {
      problems.append(
        UsageProblem("missing_value", "\(option.name) needs a value: \(option.spelling)", field: option.name))
    }
  }

  private mutating func readFlag(_ flag: ArgumentDeclaration, attached: String?) {
    guard attached == nil else {
      problems.append(
        UsageProblem(
          "unexpected_value", "\(flag.name) takes no value; leave out '=\(attached ?? "")'", field: flag.name)
      )
      return
    }
    if flag.name == CommonArguments.help.declaration.name { asksForHelp = true }
    add("true", to: flag)
  }

  /// The next word, unless it is an option of this command, which means that the value was forgotten.
  private func nextValue(_ rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, next != "--" else { return nil }
    let name = next.hasPrefix("--") ? Self.split(next).name : next
    guard !command.options.contains(where: { $0.answers(to: name) }) else { return nil }
    return rest.popFirst()
  }

  private mutating func add(_ text: String, to option: ArgumentDeclaration) {
    if texts[option.name] != nil, option.kind == .option, !option.isRepeated {
      problems.append(
        UsageProblem("repeated_option", "\(option.name) was given twice; keep one", field: option.name))
    }
    texts[option.name, default: []].append(text)
  }

  private mutating func assignPositionals() {
    var rest = positionals[...]
    for declaration in command.positionals {
      if declaration.isRepeated {
        if !rest.isEmpty { texts[declaration.name] = Array(rest) }
        rest = []
      } else if let text = rest.popFirst() {
        texts[declaration.name] = [text]
      }
    }
    for extra in rest {
      problems.append(
        UsageProblem("unexpected_argument", "'\(extra)' is one argument too many", hint: place(of: extra)))
    }
  }

  /// Where a word belongs that stands where none does: behind the one option that has to be given and is not.
  private func place(of extra: String) -> String? {
    let missing = command.options.filter { $0.isRequired && texts[$0.name] == nil }
    guard missing.count == 1, let option = missing.first else { return nil }
    return "did you mean '\(option.name) \(extra)'?"
  }

  /// `--name=value` and `-nvalue` carry their value along.
  private static func split(_ word: String) -> (name: String, value: String?) {
    if word.hasPrefix("--") {
      guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
      return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }
    guard word.count > 2 else { return (word, nil) }
    return (String(word.prefix(2)), String(word.dropFirst(2)))
  }
}
