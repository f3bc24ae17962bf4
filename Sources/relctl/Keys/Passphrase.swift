import Cryptography

/// Where a passphrase, or a token's PIN, comes from: a file, the environment, or a person at a terminal.
enum Passphrase {
  /// The environment variable that a pipeline sets.
  static let variable = "RELCTL_KEY_PASSPHRASE"

  /// Reads the passphrase of something that is there already.
  ///
  /// Throws `missing_passphrase` when none is given and nobody can be asked, `insecure_passphrase_file`, and
  /// `empty_passphrase`.
  static func read(_ invocation: Invocation, for what: String) throws -> SecretBytes {
    if let given = try given(invocation) { return given }
    return try TerminalPrompt.ask("Passphrase for \(what): ")
  }

  /// The fewest bytes that a new passphrase may have: a key file that was copied is tried offline, for as long as it takes.
  private static let minimumBytes = 8

  /// Reads the passphrase of something new; a person types it twice. Throws `passphrase_not_repeated` and
  /// `passphrase_too_short` too.
  static func choose(_ invocation: Invocation, for what: String) throws -> SecretBytes {
    let chosen: SecretBytes
    if let given = try given(invocation) { chosen = given } else { chosen = try typedTwice(what) }
    guard chosen.count >= minimumBytes else {
      throw CommandError(
        .usage, "passphrase_too_short",
        "the passphrase from \(try source(invocation)) has \(Sentence.count(chosen.count, "byte")): whoever copies the key file "
          + "would soon find it; nothing was changed",
        hint: "take at least \(minimumBytes), better a sentence of several words")
    }
    return chosen
  }

  /// Where the passphrase of this run comes from, for messages.
  static func source(_ invocation: Invocation) throws -> String {
    if let path = try invocation[KeyArguments.passphraseFile] { return "--passphrase-file '\(path)'" }
    return try invocation.environment[variable] == nil ? "the terminal" : variable
  }

  /// Whether nobody has to be asked for it.
  static func isGiven(_ invocation: Invocation) throws -> Bool {
    try invocation[KeyArguments.passphraseFile] != nil || invocation.environment[variable] != nil
  }

  private static func typedTwice(_ what: String) throws -> SecretBytes {
    let first = try TerminalPrompt.ask("New passphrase for \(what): ")
    let second = try TerminalPrompt.ask("The same again: ")
    let areEqual = first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in constantTimeEqual([UInt8](first), [UInt8](second)) }
    }
    guard areEqual else {
      throw CommandError(
        .failed, "passphrase_not_repeated", "the two passphrases are not the same; nothing was changed")
    }
    return first
  }

  private static func given(_ invocation: Invocation) throws -> SecretBytes? {
    if let path = try invocation[KeyArguments.passphraseFile] {
      return try SecretFile.firstLine(path)
    }
    return try invocation.environment[variable].map { SecretBytes(copying: $0.utf8) }
  }
}
