import Cryptography
import ReleaseBundle
import ReleaseModel

/// The secret of a token: 256 random bits, written `rrt_` and 64 hexadecimal characters, shown once.
///
/// It has no description, so that it cannot get into a log by accident.
package struct BearerToken: Sendable {
  /// What every secret begins with.
  static let mark = "rrt_"

  /// The text that a client sends after `Bearer `.
  package let text: String

  /// Draws a new one.
  package static func random() throws(RegistryError) -> BearerToken {
    do {
      return BearerToken(text: mark + hexadecimal(try randomBytes(count: 32)))
    } catch {
      throw RegistryError(.internalError, error.message, cause: error)
    }
  }

  init(text: String) { self.text = text }

  /// What is stored: the SHA-256 of the text. With 256 random bits, no slower hash is needed.
  var digest: Digest { .sha256(of: text.utf8) }
}
