import Cryptography
import Glibc

extension KeyFolder {
  /// Fails with `key_exists` when the name is taken.
  func requireAbsence(of name: KeyName) throws(CommandError) {
    guard try isPresent() else { return }
    for path in [publicPath(name), privatePath(name)] {
      var status = stat()
      guard lstat(path, &status) != 0 else {
        throw CommandError(
          .failed, "key_exists",
          "there is a key '\(name.text)' already, and keys are not overwritten ('\(path)')",
          hint: "choose another name, or make a successor with 'relctl key rotate \(name.text)'")
      }
      guard errno == ENOENT else {
        throw CommandError(.failed, "file_unreadable", "cannot look at '\(path)': \(SystemError.text(errno))")
      }
    }
  }

  /// Writes a new key, and reads it back with the passphrase. The public part comes first: without the private one it
  /// is harmless.
  func add(_ key: SigningKey, _ name: KeyName, encrypted: String, passphrase: borrowing SecretBytes) throws {
    try add(key.publicKey, name)
    try FileWriter.createSecret(privatePath(name), Array(encrypted.utf8))
    try sync()
    guard try open(name, passphrase: passphrase).publicKey == key.publicKey else {
      throw CommandError(
        .failed, "state_not_reached", "the key '\(name.text)' was written, but another one is there now")
    }
  }

  /// Writes a public key, for somebody else's or one that is kept elsewhere.
  func add(_ key: PublicKey, _ name: KeyName) throws(CommandError) {
    try create()
    try requireAbsence(of: name)
    try FileWriter.create(publicPath(name), Array(key.spkiPEM.utf8))
    try sync()
  }

  /// Gives a key another name, under which it is complete before the old name goes.
  func rename(_ old: StoredKey, to name: KeyName) throws(CommandError) {
    try requireAbsence(of: name)
    var moves = [(publicPath(old.name), publicPath(name))]
    if let path = old.privatePath { moves.append((path, privatePath(name))) }
    for (source, target) in moves {
      guard link(source, target) == 0 else { throw unmoved(source, target) }
    }
    try sync()
    // The private part goes first, so that the old name is at no time half of a pair that signs.
    for (source, target) in moves.reversed() {
      guard unlink(source) == 0 else { throw unmoved(source, target) }
    }
    try sync()
  }

  private func unmoved(_ source: String, _ target: String) -> CommandError {
    CommandError(
      .failed, "file_unwritable", "cannot move '\(source)' to '\(target)': \(SystemError.text(errno))")
  }
}
