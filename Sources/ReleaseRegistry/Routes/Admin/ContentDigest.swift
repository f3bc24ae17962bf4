import FoundationEssentials
import ReleaseModel

/// The header `Content-Digest: sha-256=:BASE64:` (RFC 9530).
struct ContentDigest {
  /// nil when the header names other algorithms only.
  let sha256: Digest?

  /// Reads the header; `invalid_content_digest` when a digest in it is malformed.
  init(parsing text: String) throws(RegistryError) {
    guard !text.isEmpty else { throw Self.malformed }
    for member in text.split(separator: ",") {
      let member = member.drop { $0 == " " }
      let (name, value) = try Self.parts(of: member)
      guard name == "sha-256" else { continue }
      guard let bytes = Data(base64Encoded: value), let digest = Digest(bytes: bytes) else {
        throw Self.malformed
      }
      sha256 = digest
      return
    }
    sha256 = nil
  }

  /// `sha-256=:BASE64:` → its name and the base64.
  private static func parts(of member: Substring) throws(RegistryError) -> (name: String, value: String) {
    guard let end = member.firstIndex(of: "="), end > member.startIndex else { throw malformed }
    let value = member[member.index(after: end)...]
    guard value.utf8.count >= 2, value.hasPrefix(":"), value.hasSuffix(":") else { throw malformed }
    return (member[..<end].lowercased(), String(value.dropFirst().dropLast()))
  }

  private static let malformed = RegistryError(
    .invalidContentDigest, "the Content-Digest is malformed; send sha-256=:<base64 of the 32 bytes>:")
}
