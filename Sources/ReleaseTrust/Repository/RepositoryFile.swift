package import Cryptography

/// A metadata file of a repository: its bytes as they are served, who signed it, and what it says.
package struct RepositoryFile<Content: SignedMetadata>: Sendable, Hashable {
  /// The bytes that are served.
  package let bytes: [UInt8]
  /// What is signed, and the signatures.
  package let envelope: Envelope
  /// What is signed, as what it means. Nothing here says that anybody signed it.
  package let content: Content
  /// What snapshot, or timestamp, says of the file: version, length and hashes.
  package let stated: MetaFile

  /// Reads a file that is kept; no signature is verified.
  package init(parsing bytes: [UInt8], maximumBytes: Int) throws(TrustError) {
    try self.init(bytes, Envelope(parsing: bytes, maximumBytes: maximumBytes))
  }

  /// A file as it is served from now on, without white space.
  package init(_ envelope: Envelope) throws(TrustError) {
    try self.init(envelope.fileBytes(.compact), envelope)
  }

  /// Metadata that these keys sign.
  package init(_ content: Content, signedBy signers: [any Signer]) throws(TrustError) {
    var envelope = Envelope(content)
    for signer in signers { try envelope.sign(with: signer) }
    try self.init(envelope)
  }

  private init(_ bytes: [UInt8], _ envelope: Envelope) throws(TrustError) {
    let content: Content = try envelope.content()
    self.init(bytes, envelope, content, stated: MetaFile(version: content.version, bytes: bytes))
  }

  /// A file whose parts belong together already.
  ///
  /// - Parameter envelope: made of `content`, or read from `bytes` together with it.
  init(_ bytes: [UInt8], _ envelope: Envelope, _ content: Content, stated: MetaFile) {
    self.bytes = bytes
    self.envelope = envelope
    self.content = content
    self.stated = stated
  }
}
