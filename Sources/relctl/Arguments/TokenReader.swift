/// Sorts the words after a command's name into options and positional arguments.
struct TokenReader {
  let command: Command
  private(set) var texts: [String: [String]] = [:]
  private(set) var problems: [UsageProblem] = []
  private(set) var asksForHelp = false
  /// Options that were named without the value that they need; they are not missing besides.
  private(set) var withoutValue: Set<String> = []
  private var positionals: [Positional] = []

  /// A word that is no option, and whether it stands behind one that the command does not know, as whose value it may be
  /// meant.
  private struct Positional {
    let text: String
    let followsUnknown: Bool
  }

  init(command: Command) { self.command = command }

  mutating func read(_ words: [String]) {
    var rest = words[...]
    var followsUnknown = false
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest.map { Positional(text: $0, followsUnknown: false) }
        break
      } else if word.hasPrefix("--") || (word.hasPrefix("-") && word.count > 1) {
        followsUnknown = !readOption(word, &rest)
      } else {
        positionals.append(Positional(text: word, followsUnknown: followsUnknown))
        followsUnknown = false
      }
    }
    assignPositionals()
  }

  /// False when the command has no such option.
  private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
    let (name, attached) = Self.split(word)
    guard let option = command.options.first(where: { $0.answers(to: name) }) else {
      let near = EditDistance.suggestion(for: name, amongOrBeginning: command.options.map(\.name))
      problems.append(
        UsageProblem(
          "unknown_option", "'\(name)' is not an option of this command",
          hint: near.map { "did you mean '\($0)'?" }, field: name))
      return false
    }
    if option.kind == .flag {
      readFlag(option, attached: attached)
    } else if let value = attached ?? nextValue(&rest) {
      add(value, to: option)
    } else {
      withoutValue.insert(option.name)
      problems.append(
        UsageProblem("missing_value", "\(option.name) needs a value: \(option.spelling)", field: option.name))
    }
    return true
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
    var rest = words()[...]
    for declaration in command.positionals {
      if declaration.isRepeated {
        if !rest.isEmpty { texts[declaration.name] = Array(rest) }
        rest = []
      } else if let text = rest.popFirst() {
        texts[declaration.name] = [text]
      }
    }
    guard let first = rest.first else { return }
    let list = Sentence.list(rest.map { "'\($0)'" })
    problems.append(
      UsageProblem(
        "unexpected_argument",
        rest.count == 1
          ? "'\(first)' is one argument too many" : "\(list) are \(rest.count) arguments too many",
        hint: place(of: rest.joined(separator: " "))))
  }

  /// The words that are no options. Where there are too many, those go that an unknown option was probably given as its value.
  private func words() -> [String] {
    var words = positionals
    guard !command.positionals.contains(where: \.isRepeated) else { return words.map(\.text) }
    while words.count > command.positionals.count, let stray = words.firstIndex(where: \.followsUnknown) {
      words.remove(at: stray)
    }
    return words.map(\.text)
  }

  /// Where words belong that stand where none do: behind the one option that has to be given and is not.
  private func place(of extra: String) -> String? {
    let missing = command.options.filter {
      $0.isRequired && texts[$0.name] == nil && !withoutValue.contains($0.name)
    }
    guard missing.count == 1, let option = missing.first else { return nil }
    return "did you mean '\(option.name) \(extra.contains(" ") ? "\"\(extra)\"" : extra)'?"
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
