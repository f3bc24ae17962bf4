import Cryptography
import Glibc

/// The registry's own signing key in the data folder: made once, encrypted, and opened at every start.
enum OnlineKey {
  /// Opens the key. Makes one when the folder has none and `mayCreate`; then also the passphrase, when it belongs in the
  /// folder.
  ///
  /// Throws `online_key_missing`, `online_key_passphrase_missing` or `online_key_unusable`.
  static func open(
    _ folder: DataFolder, _ passphrase: OnlineKeyPassphrase, mayCreate: Bool
  ) throws(RegistryError) -> SigningKey {
    guard let pem = try StoredFile.bytes(of: folder.onlineKey) else {
      guard mayCreate else {
        throw RegistryError(
          .onlineKeyMissing,
          "'\(folder.onlineKey)' is gone, and devices trust the root that names it; restore it from a backup, or make "
            + "another with 'relctl init --replace-online-key' and publish a root that names that")
      }
      return try create(in: folder, passphrase)
    }
    return try decrypt(pem, folder.onlineKey, passphrase.read(for: folder))
  }

  /// Opens the key that waits to take its place; nil when there is none.
  static func openNext(
    _ folder: DataFolder, _ passphrase: OnlineKeyPassphrase
  ) throws(RegistryError) -> SigningKey? {
    guard let pem = try StoredFile.bytes(of: folder.nextOnlineKey) else { return nil }
    return try decrypt(pem, folder.nextOnlineKey, passphrase.read(for: folder))
  }

  /// Makes the key that waits to take the place of the one in use, under the same passphrase.
  static func createNext(
    in folder: DataFolder, _ passphrase: OnlineKeyPassphrase
  ) throws(RegistryError) -> SigningKey {
    try generate(at: folder.nextOnlineKey, in: folder, passphrase)
  }

  private static func decrypt(
    _ pem: [UInt8], _ path: String, _ secret: consuming SecretBytes
  ) throws(RegistryError) -> SigningKey {
    do throws(CryptographyError) {
      let key = try SigningKey(encryptedPEM: String(decoding: pem, as: UTF8.self), passphrase: secret)
      guard key.publicKey.scheme == .ed25519 else {
        throw CryptographyError(.unsupportedKey, "it is no Ed25519 key")
      }
      return key
    } catch {
      throw RegistryError(.onlineKeyUnusable, "'\(path)' cannot be used: \(error.message)", cause: error)
    }
  }

  /// Makes a key and keeps it durably, in place of one that may be there.
  @discardableResult
  static func create(
    in folder: DataFolder, _ passphrase: OnlineKeyPassphrase
  ) throws(RegistryError) -> SigningKey {
    // The passphrase first: a kill in between leaves one that opens nothing yet, and that the next attempt replaces.
    if passphrase.isGenerated {
      let text = hexadecimal(try random(byteCount: 32)) + "\n"
      try SecretFile.write(text, to: folder.onlinePassphrase, in: folder)
    }
    return try generate(at: folder.onlineKey, in: folder, passphrase)
  }

  private static func generate(
    at path: String, in folder: DataFolder, _ passphrase: OnlineKeyPassphrase
  ) throws(RegistryError) -> SigningKey {
    let secret = try passphrase.read(for: folder)
    let made: (key: SigningKey, pem: String)
    do throws(CryptographyError) {
      let key = try SigningKey.generate(.ed25519)
      made = (key, try key.encryptedPEM(passphrase: secret, cost: try cost(passphrase)))
    } catch {
      throw RegistryError(.internalError, error.message, cause: error)
    }
    try SecretFile.write(made.pem, to: path, in: folder)
    return made.key
  }

  /// 256 random bits cannot be guessed however cheap a guess is; a passphrase that somebody chose can.
  private static func cost(_ passphrase: OnlineKeyPassphrase) throws(CryptographyError) -> ScryptCost {
    passphrase.isGenerated ? try ScryptCost(work: 1 << 10, blockSize: 8, parallelism: 1) : .standard
  }

  private static func random(byteCount: Int) throws(RegistryError) -> [UInt8] {
    do {
      return try randomBytes(count: byteCount)
    } catch {
      throw RegistryError(.internalError, error.message, cause: error)
    }
  }
}
