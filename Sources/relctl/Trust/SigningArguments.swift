/// How a release is signed by people on several machines.
enum SigningArguments {
  static let out = Argument.option(
    "--signing-out", "FILE", "publish nothing yet: write here what others have to sign too",
    suggesting: .file,
    parse: Parse.path)
  static let file = Argument.option(
    "--signing", "FILE", "publish with the signatures in this file, which --signing-out wrote",
    suggesting: .file, parse: Parse.path)

  static let all: [any Declared] = [out, file]

  /// Throws `invalid_arguments` when both are given, or one together with what makes no sense beside it.
  static func requireOne(_ invocation: Invocation) throws {
    guard try invocation[out] != nil, try invocation[file] != nil else { return }
    throw CommandError(
      .usage, "invalid_arguments", "--signing-out begins to collect signatures, and --signing ends it",
      hint: "give one of them")
  }
}
