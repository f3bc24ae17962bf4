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

  /// Reads the passphrase of something new; a person types it twice. Throws `passphrase_not_repeated` too.
  static func choose(_ invocation: Invocation, for what: String) throws -> SecretBytes {
    if let given = try given(invocation) { return given }
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
