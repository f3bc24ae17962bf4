import Cryptography
import ReleaseModel

/// `relctl key export NAME [-o FILE] [--private]`
enum KeyExport {
  private static let out = Argument.option(
    "--out", short: "o", "FILE", "write it here, instead of printing the public key", suggesting: .file,
    parse: Parse.path)
  private static let wantsPrivate = Argument.flag(
    "--private", "the private key, encrypted as it is here, for another machine; needs --out")

  static let command = Command(
    "export", "Write a public key, or the encrypted private one, to a file",
    discussion: """
      The private key keeps its passphrase, which has to be given, so that a copy is known to open. It is never \
      written unencrypted. \(KeyArguments.passphraseHelp)
      """,
    arguments: [KeyArguments.name, out, wantsPrivate] + KeyArguments.secret + [CommonArguments.dryRun],
    examples: [
      .init("For the holders of root", "relctl key export release-1 -o release-1.pub"),
      .init("A copy for the safe", "relctl key export root-1 --private -o /media/usb/root-1.pem"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let name = try invocation[KeyArguments.name]
    let folder = try KeyFolder(invocation)
    let key = try folder.key(name)
    let isPrivate = try invocation[wantsPrivate]
    guard let path = try invocation[out] else {
      guard !isPrivate else {
        throw CommandError(
          .usage, "missing_argument", "a private key is not printed", hint: "name a file for it: --out FILE")
      }
      try invocation.console.show(
        Report(
          json: KeyReport(key).json,
          text: .lines(key.publicKey.spkiPEM.split(separator: "\n").map(String.init))))
      return .ok
    }
    try FileWriter.requireAbsence(of: path)
    let half = isPrivate ? "encrypted private key" : "public key"
    var content = Array(key.publicKey.spkiPEM.utf8)
    if isPrivate {
      _ = try KeySource.name(name).signer(invocation)
      content = try FileReader.read(folder.privatePath(name)).bytes
    }
    var shown = "dry run: the \(half) of '\(name.text)' would be written to '\(path)'."
    if try !invocation[CommonArguments.dryRun] {
      try isPrivate ? FileWriter.createSecret(path, content) : FileWriter.create(path, content)
      guard try FileReader.read(path).bytes == content else {
        throw CommandError(.failed, "state_not_reached", "'\(path)' was written, but does not hold the key")
      }
      shown = "The \(half) of '\(name.text)' is in '\(path)'."
    }
    try invocation.console.show(
      Report(
        json: ["name": .string(name.text), "file": .string(path), "private": .bool(isPrivate)],
        text: .lines([shown])))
    return .ok
  }
}
