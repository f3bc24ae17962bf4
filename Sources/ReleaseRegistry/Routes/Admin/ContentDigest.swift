import FoundationEssentials
import ReleaseModel

/// The header `Content-Digest: sha-256=:BASE64:` (RFC 9530).
struct ContentDigest {
  /// nil when the header names other algorithms only.
  let sha256: Digest?

  /// Reads the header; `invalid_content_digest` when its SHA-256 is malformed.
  init(parsing text: String) throws(RegistryError) {
    for member in text.split(separator: ",") {
      let member = member.drop { $0 == " " }
      guard member.lowercased().hasPrefix("sha-256=") else { continue }
      let value = member.dropFirst("sha-256=".count)
      guard value.count > 2, value.hasPrefix(":"), value.hasSuffix(":"),
        let bytes = Data(base64Encoded: String(value.dropFirst().dropLast())),
        let digest = Digest(bytes: bytes)
      else {
        throw RegistryError(
          .invalidContentDigest, "the Content-Digest is malformed; send sha-256=:<base64 of the 32 bytes>:")
      }
      sha256 = digest
      return
    }
    sha256 = nil
  }
}
