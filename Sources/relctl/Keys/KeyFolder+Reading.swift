import Cryptography
import Glibc

extension KeyFolder {
  /// A key as it lies in the folder.
  struct StoredKey: Sendable {
    let name: KeyName
    let publicKey: PublicKey
    /// The encrypted private key's file; nil when only the public one is here.
    let privatePath: String?
  }

  /// Reads the public part. Throws `key_not_found`, with the name that was perhaps meant.
  func key(_ name: KeyName) throws -> StoredKey {
    let path = publicPath(name)
    guard try isPresent() else {
      throw CommandError(
        .failed, "key_not_found",
        "there is no key '\(name.text)': the key folder '\(self.path)' is not there",
        hint: "name the folder: --keys DIR; 'relctl key generate' makes it with its first key")
    }
    guard let content = try FileReader.readIfPresent(path, maximumBytes: Self.maximumBytes) else {
      throw CommandError(
        .failed, "key_not_found", "there is no key '\(name.text)' in '\(self.path)'",
        hint: try advice(instead: name))
    }
    let publicKey: PublicKey
    do throws(CryptographyError) {
      publicKey = try PublicKey(spkiPEM: String(decoding: content.bytes, as: UTF8.self))
    } catch { throw CommandError(error, about: path) }
    return StoredKey(name: name, publicKey: publicKey, privatePath: try privatePathIfPresent(name))
  }

  /// What was perhaps meant by a name that is not there: one that a rotation has still to give, or one like it.
  private func advice(instead name: KeyName) throws -> String {
    let names = try names().map(\.text)
    let parts = name.text.split(separator: ".", omittingEmptySubsequences: false)
    let first = parts.dropLast().joined(separator: ".")
    if parts.count > 1, parts.last.flatMap({ Int($0) }) != nil, names.contains(first) {
      return
        "'relctl key rotate \(first)' makes a successor, and keeps the key that is there now under such a name"
    }
    return EditDistance.suggestion(for: name.text, among: names).map { "did you mean '\($0)'?" }
      ?? "'relctl key list' shows those that are there"
  }

  /// Decrypts the private part. Throws `private_key_missing`, `insecure_key_file`, `wrong_passphrase`, and
  /// `key_mismatch` when it is not the one that the public part belongs to.
  func open(_ name: KeyName, passphrase: borrowing SecretBytes) throws -> SigningKey {
    let stored = try key(name)
    guard let path = stored.privatePath else {
      throw CommandError(
        .failed, "private_key_missing",
        "only the public part of '\(name.text)' is in '\(self.path)', so it cannot sign",
        hint: "import the private one, or sign where it is")
    }
    let content = try FileReader.read(path, maximumBytes: Self.maximumBytes)
    guard content.mode & 0o077 == 0 else {
      throw CommandError(
        .failed, "insecure_key_file",
        "others may read the private key '\(path)' (mode 0\(String(content.mode, radix: 8)))",
        hint: "chmod 600 \(path)")
    }
    let key: SigningKey
    do throws(CryptographyError) {
      key = try SigningKey(
        encryptedPEM: String(decoding: content.bytes, as: UTF8.self), passphrase: passphrase)
    } catch { throw CommandError(error, about: path) }
    guard key.publicKey == stored.publicKey else {
      throw CommandError(
        .integrity, "key_mismatch", "'\(path)' is not the private key of '\(publicPath(name))'",
        hint: "restore both files from the same backup")
    }
    return key
  }

  private func privatePathIfPresent(_ name: KeyName) throws(CommandError) -> String? {
    let path = privatePath(name)
    guard access(path, F_OK) == 0 else {
      guard errno == ENOENT else {
        throw CommandError(.failed, "file_unreadable", "cannot look at '\(path)': \(SystemError.text(errno))")
      }
      return nil
    }
    return path
  }

  /// Far more than a key takes.
  static let maximumBytes = 65_536
}
