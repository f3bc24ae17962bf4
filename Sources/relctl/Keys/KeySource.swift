import Cryptography
import TokenSigning

/// Which key a command signs with or shows: a name in the key folder, or a PKCS #11 URI.
enum KeySource: Sendable, CustomStringConvertible {
  case name(KeyName)
  case token(TokenKeyReference)

  init(parsing text: String) throws {
    if text.hasPrefix(TokenKeyReference.uriScheme) {
      self = .token(try TokenKeyReference(uri: text))
    } else {
      self = .name(try KeyName(parsing: text))
    }
  }

  /// Its name in the key folder; nil for a key that is elsewhere.
  var name: KeyName? { if case .name(let name) = self { name } else { nil } }

  /// As it was written.
  var description: String {
    switch self {
    case .name(let name): name.text
    case .token(let reference): "\(reference)"
    }
  }

  /// Opens the private key, asking for the passphrase or the PIN as `Passphrase` does.
  func signer(_ invocation: Invocation) throws -> any Signer {
    switch self {
    case .name(let name):
      let folder = try KeyFolder(invocation)
      // A name that is not there is said before anybody types a passphrase.
      _ = try folder.key(name)
      let passphrase = try Passphrase.read(invocation, for: "the key '\(name.text)'")
      do {
        return try folder.open(name, passphrase: passphrase)
      } catch let error as CommandError where error.code == CryptographyError.Code.wrongPassphrase.rawValue {
        throw CommandError(
          error.status, error.code, "\(error.message); it came from \(try Passphrase.source(invocation))",
          hint:
            "nothing opens a key whose passphrase is forgotten: make its successor ('relctl key rotate \(name.text)'), and "
            + "have the others sign it in ('relctl trust rotate FILE --replace \(name.text).1=\(name.text)')")
      }
    case .token(let reference):
      return try TokenSigner(reference, pin: Passphrase.read(invocation, for: "\(reference)"))
    }
  }
}
