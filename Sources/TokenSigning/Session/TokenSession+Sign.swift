import CPKCS11
import Cryptography

extension TokenSession {
  /// Signs with the mechanism, which has no parameters. `pin` is for a key that wants it for every signature.
  borrowing func sign(
    _ bytes: [UInt8], with key: CK_OBJECT_HANDLE, mechanism: CK_MECHANISM_TYPE, pin: borrowing SecretBytes?
  ) throws(TokenError) -> [UInt8] {
    var mechanism = CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
    try functions.call(\.C_SignInit) { $0(handle, &mechanism, key) }.require("start a signature")
    switch pin {
    case .some(let pin): try logIn(CKU_CONTEXT_SPECIFIC, pin)
    case .none: break
    }
    // Both kinds of signature have 64 bytes. With room for more, one call is enough, and ends the operation.
    var message = bytes
    var signature = [UInt8](repeating: 0, count: 512)
    var count = CK_ULONG(signature.count)
    try functions.call(\.C_Sign) { $0(handle, &message, CK_ULONG(message.count), &signature, &count) }
      .require("sign")
    return Array(signature.prefix(Int(min(count, CK_ULONG(signature.count)))))
  }
}
