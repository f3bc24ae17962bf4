import ReleaseModel

/// The commands as data, for tools that document or drive them.
enum HelpIndex {
  static func entry(_ path: [String], _ command: Command) -> JSONValue {
    // The first word is the program's own name when the whole tree is listed.
    let words = path.first == CommandTree.root.name ? Array(path.dropFirst()) : path
    return [
      "command": .array(words.map { .string($0) }),
      "summary": .string(command.summary),
      "arguments": .array(command.arguments.map { entry($0.declaration) }),
      "examples": .array(command.examples.map { .string($0.line) }),
    ]
  }

  private static func entry(_ declaration: ArgumentDeclaration) -> JSONValue {
    [
      "kind": .string(declaration.kind.rawValue),
      "name": .string(declaration.name),
      "placeholder": .string(declaration.placeholder),
      "help": .string(declaration.help),
      "required": .bool(declaration.isRequired),
      "repeated": .bool(declaration.isRepeated),
      "environment": declaration.environment.map { .string($0) } ?? .null,
      "default": declaration.defaultText.map { .string($0) } ?? .null,
    ]
  }
}
