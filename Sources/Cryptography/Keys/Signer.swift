/// Whoever can sign with one private key: a key in memory, or a token that never gives its key away.
package protocol Signer: Sendable {
  /// The key that the signatures are verified with.
  var publicKey: PublicKey { get }

  /// A signature of the message, in the form that `publicKey.isValid` takes. Hashing is up to the signer.
  func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8]
}
