import Glibc

/// A certificate and a key, as read from their files.
struct TLSMaterial: Sendable {
  /// PEM text, ended by a NUL.
  let certificate: [CChar]
  let key: [CChar]

  /// What is spoken, in GnuTLS's words: TLS 1.2 and 1.3 (RFC 8996 ended those before), with ciphers that also
  /// authenticate and with keys that nobody can compute later from the certificate's (RFC 9325, 4.1 and 4.2).
  static let priorities =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM"
    + ":-RSA:-DHE-RSA"

  /// Reads the files; `invalid_certificate` names the one that fails.
  init(_ paths: HTTPServerConfiguration.TLS) throws(HTTPServerError) {
    certificate = try Self.read(paths.certificatePath)
    key = try Self.read(paths.keyPath)
  }

  private static let maximumBytes = 1 << 20

  private static func read(_ path: String) throws(HTTPServerError) -> [CChar] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let openError = errno
    guard descriptor >= 0 else { throw unreadable(path, openError) }
    defer { close(descriptor) }
    var text: [CChar] = []
    var chunk = [CChar](repeating: 0, count: 16 << 10)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      let readError = errno
      if count < 0, readError == EINTR { continue }
      guard count >= 0, text.count <= maximumBytes else {
        throw unreadable(path, count < 0 ? readError : EFBIG)
      }
      if count == 0 { break }
      text += chunk[..<count]
    }
    return text + [0]
  }

  private static func unreadable(_ path: String, _ cause: Int32) -> HTTPServerError {
    HTTPServerError(
      .invalidCertificate, "'\(path)' cannot be read (error \(cause)); name a readable PEM file.",
      cause: cause)
  }
}
