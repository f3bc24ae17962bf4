/// The help of a command or a group of commands, made from its declaration.
struct HelpText {
  let node: CommandNode
  /// The words that lead to it, without `relctl`.
  let path: [String]

  var text: String {
    switch node {
    case .group(let group): text(of: group)
    case .command(let command): text(of: command)
    }
  }

  /// The usage line of whatever the path leads to.
  static func usage(at path: [String], in root: CommandGroup) -> String {
    var node = CommandNode.group(root)
    for word in path {
      guard case .group(let group) = node, let next = group.node(named: word) else { break }
      node = next
    }
    return HelpText(node: node, path: path).usage
  }

  var usage: String {
    let words = (["relctl"] + path).joined(separator: " ")
    guard case .command(let command) = node else { return "\(words) COMMAND [arguments] [options]" }
    let positionals = command.positionals.map { positional in
      let name = positional.name + (positional.isRepeated ? "…" : "")
      return positional.isRequired ? name : "[\(name)]"
    }
    let required = command.options.filter(\.isRequired).map(\.spelling)
    return ([words] + positionals + required + ["[options]"]).joined(separator: " ")
  }

  private func text(of group: CommandGroup) -> String {
    let width = group.nodes.map(\.name.count).max() ?? 0
    let words = (["relctl"] + path).joined(separator: " ")
    return """
      \(words): \(group.summary)

      \(Self.usageLine(usage))
      commands:
      \(group.nodes.map { Self.entry($0.name, $0.summary, width: width) }.joined())
      '\(words) COMMAND --help' explains a command.

      """
  }

  private func text(of command: Command) -> String {
    var sections = [
      HelpLines.words(of: "\((["relctl"] + path).joined(separator: " ")): \(command.summary)", indent: 2)
        .joined(separator: "\n  ") + "\n",
      Self.usageLine(usage),
    ]
    if !command.discussion.isEmpty { sections.append(HelpLines.paragraphs(of: command.discussion)) }
    if !command.positionals.isEmpty { sections.append("arguments:\n" + Self.entries(command.positionals)) }
    sections.append("options:\n" + Self.entries(command.options))
    let examples = command.examples.map {
      "  # \($0.meaning)\n\(HelpLines.command($0.line, indent: 2, end: " \\"))\n"
    }
    sections.append("examples:\n" + examples.joined())
    return sections.joined(separator: "\n")
  }

  private static func usageLine(_ usage: String) -> String {
    HelpLines.command("usage: \(usage)") + "\n"
  }

  private static func entries(_ declarations: [ArgumentDeclaration]) -> String {
    let spelled = declarations.map { ($0.short.map { "-\($0), " } ?? "") + $0.spelling }
    let width = spelled.map(\.count).max() ?? 0
    return zip(spelled, declarations).map { entry($0, explanation(of: $1), width: width) }.joined()
  }

  private static func explanation(of declaration: ArgumentDeclaration) -> String {
    var notes: [String] = []
    if declaration.isRequired && declaration.kind == .option { notes.append("required") }
    if declaration.isRepeated && declaration.kind == .option { notes.append("may be repeated") }
    if let text = declaration.defaultText { notes.append("default: \(text)") }
    if let variable = declaration.environment { notes.append("environment: \(variable)") }
    return declaration.help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
  }

  /// A name and its explanation, which is wrapped under itself.
  private static func entry(_ name: String, _ explanation: String, width: Int) -> String {
    let indent = width + 4
    let lines = HelpLines.words(of: explanation, indent: indent)
    let padding = String(repeating: " ", count: max(0, width - name.count))
    let separator = "\n" + String(repeating: " ", count: indent)
    return "  \(name)\(padding)  \(lines.joined(separator: separator))\n"
  }
}
