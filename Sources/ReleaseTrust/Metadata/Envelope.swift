package import Cryptography

/// A metadata file: what is signed, and the signatures (The Update Framework 1.0.34, 4.2.1).
///
/// The signatures are over the canonical JSON of `signed`, with every member that was read, known or not.
package struct Envelope: Sendable, Hashable {
  /// What is signed, as it was read.
  package let signed: JSONObject
  /// At most one for each keyid.
  package private(set) var signatures: [MetadataSignature]
  /// The bytes that the signatures are over.
  package let signedBytes: [UInt8]
  private let unknown: JSONObject

  /// Reads a file of at most `maximumBytes`.
  package init(parsing bytes: [UInt8], maximumBytes: Int) throws(TrustError) {
    try self.init(try JSONReader.read(bytes, maximumBytes: maximumBytes))
  }

  /// Reads a file that was part of another document.
  init(_ value: StrictJSON) throws(TrustError) {
    var fields = try FieldReader(value, at: "metadata")
    let signed = try FieldReader.object(try fields.take("signed"), at: "signed")
    var signatures: [MetadataSignature] = []
    var keyids: Set<ExactText> = []
    for (index, value) in try fields.array("signatures").enumerated() {
      let signature = try MetadataSignature(value, at: "signatures.\(index)")
      guard keyids.insert(signature.keyid).inserted else {
        throw TrustError(.duplicateSignature, "there are two signatures of the key '\(signature.keyid)'")
      }
      signatures.append(signature)
    }
    self.init(signed: signed, signatures: signatures, unknown: fields.rest)
  }

  /// New metadata that nobody signed yet.
  package init(_ metadata: some SignedMetadata) {
    self.init(signed: metadata.json, signatures: [], unknown: [:])
  }

  /// The same with signatures that others made, at most one for each keyid; whether they are any good, only verification
  /// tells.
  package func signed(with signatures: [MetadataSignature]) -> Envelope {
    var envelope = self
    envelope.signatures = signatures
    return envelope
  }

  private init(signed: JSONObject, signatures: [MetadataSignature], unknown: JSONObject) {
    self.signed = signed
    self.signatures = signatures
    self.unknown = unknown
    signedBytes = CanonicalJSON.bytes(of: .object(signed))
  }

  /// What is signed, as metadata of a type. This verifies no signature.
  package func content<Metadata: SignedMetadata>(as type: Metadata.Type = Metadata.self) throws(TrustError)
    -> Metadata
  {
    try Metadata(reading: signed)
  }

  /// Adds a signature, in place of an earlier one of the same key.
  ///
  /// - Parameter key: the key as the delegating role lists it; by default as `TUFKey` writes the signer's key.
  package mutating func sign(with signer: some Signer, as key: TUFKey? = nil) throws(TrustError) {
    let keyid = (key ?? TUFKey(signer.publicKey)).keyid
    do throws(CryptographyError) {
      let signature = MetadataSignature(keyid: keyid, signature: try signer.sign(signedBytes))
      signatures.removeAll { $0.keyid == keyid }
      signatures.append(signature)
    } catch {
      throw TrustError(.signingFailed, "cannot sign with the key '\(keyid)': \(error.message)", cause: error)
    }
  }

  /// The bytes of the file.
  package func fileBytes(_ layout: JSONWriter.Layout) -> [UInt8] {
    guard layout == .compact, CanonicalJSON.isCompactJSON(signedBytes) else {
      return JSONWriter.bytes(of: .object(members), layout)
    }
    return JSONWriter.compactBytes(of: members, where: Self.signed, isWritten: signedBytes)
  }

  private static let signed: ExactText = "signed"

  /// The file as an object, for documents that it is a part of.
  package var members: JSONObject {
    unknown.merging([Self.signed: .object(signed), "signatures": .array(signatures.map(\.json))])
  }
}
