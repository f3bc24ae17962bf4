import CPKCS11
package import Cryptography
import Synchronization

/// Signs with a key that never leaves its token: a smart card, a hardware module, SoftHSM.
package final class TokenSigner: Signer {
  /// The public key that the token has beside the private one.
  package let publicKey: PublicKey

  private let reference: TokenKeyReference
  private let unlocked: Mutex<UnlockedKey>

  /// Loads the module, logs in and finds the key. The session stays open as long as the signer is there.
  ///
  /// Throws `TokenError` for everything that is not as the reference says. A wrong PIN counts against the token's limit,
  /// so nothing is tried twice.
  package init(_ reference: TokenKeyReference, pin: borrowing SecretBytes) throws(TokenError) {
    let module = try TokenModule.load(reference.modulePath)
    let session = try TokenSession.open(module, slot: module.slot(ofToken: reference.tokenLabel), pin: pin)
    let key = try TokenKey(reference, in: session)
    publicKey = key.publicKey
    self.reference = reference
    unlocked = Mutex(UnlockedKey(session: session, key: key, pin: pin))
  }

  /// A signature that was verified before it is returned, so that a wrong public key in the token is not found out
  /// by the devices. Throws `signing_failed` with the token's reason.
  package func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    let signature: [UInt8]
    do throws(TokenError) {
      signature = try unlocked.withLock { unlocked throws(TokenError) in try unlocked.sign(message) }
    } catch {
      throw CryptographyError(.signingFailed, "\(reference) did not sign: \(error.message)")
    }
    guard try publicKey.isValid(signature, for: message) else {
      throw CryptographyError(
        .signingFailed,
        "\(reference) signed, but its public key in the token does not verify it; the two do not belong together"
      )
    }
    return signature
  }
}
