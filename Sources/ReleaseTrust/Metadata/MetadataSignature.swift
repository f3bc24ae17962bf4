import Cryptography

/// One signature of an envelope. It may be worthless: only verification tells.
package struct MetadataSignature: Sendable, Hashable {
  /// Which key it claims to be made with.
  package let keyid: ExactText
  /// The signature in lower-case hexadecimal digits; whatever else it is verifies nothing.
  package let sig: ExactText
  private let unknown: JSONObject

  init(keyid: ExactText, signature: [UInt8]) {
    self.keyid = keyid
    sig = ExactText(hexadecimal(signature))
    unknown = [:]
  }

  /// A signature as it came.
  package init(keyid: ExactText, sig: ExactText) {
    self.keyid = keyid
    self.sig = sig
    unknown = [:]
  }

  init(_ value: StrictJSON, at path: FieldPath) throws(TrustError) {
    var fields = try FieldReader(value, at: path)
    keyid = try fields.text("keyid")
    sig = try fields.text("sig")
    unknown = fields.rest
  }

  var json: StrictJSON { .object(unknown.merging(["keyid": .text(keyid), "sig": .text(sig)])) }
}
