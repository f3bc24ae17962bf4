import CPKCS11
import Cryptography

/// A session with one token, in which its user has logged in. The token logs the user out with the last session.
///
/// Not for two threads at once: signing takes two calls that belong together.
struct TokenSession: ~Copyable {
  let functions: TokenFunctions
  let handle: CK_SESSION_HANDLE

  /// Opens a session and logs in.
  ///
  /// Throws `pkcs11_pin_refused`, `pkcs11_pin_locked`, and `pkcs11_failed` for everything else.
  static func open(
    _ module: TokenModule, slot: CK_SLOT_ID, pin: borrowing SecretBytes
  ) throws(TokenError) -> TokenSession {
    var handle: CK_SESSION_HANDLE = 0
    try module.functions.call(\.C_OpenSession) { $0(slot, CKF_SERIAL_SESSION, nil, nil, &handle) }
      .require("open a session")
    let session = TokenSession(functions: module.functions, handle: handle)
    try session.logIn(CKU_USER, pin)
    return session
  }

  private init(functions: TokenFunctions, handle: CK_SESSION_HANDLE) {
    self.functions = functions
    self.handle = handle
  }

  deinit {
    // A session that cannot be closed is gone already.
    _ = try? functions.call(\.C_CloseSession) { $0(handle) }
  }

  /// Logs in as the token's user, or again for one use of a key that demands it.
  borrowing func logIn(_ user: CK_USER_TYPE, _ pin: borrowing SecretBytes) throws(TokenError) {
    let status = try pin.withUnsafeBytes { bytes throws(TokenError) in
      // The standard's functions take pointers to what they do not change.
      let pointer = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
      return try functions.call(\.C_Login) { $0(handle, user, pointer, CK_ULONG(bytes.count)) }
    }
    switch status.number {
    case CKR_USER_ALREADY_LOGGED_IN: return
    case CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE:
      throw TokenError(
        .pinRefused, "the token does not accept the PIN (\(status.name)); too many wrong ones lock it")
    case CKR_PIN_LOCKED, CKR_PIN_EXPIRED, CKR_USER_PIN_NOT_INITIALIZED:
      throw TokenError(
        .pinLocked, "the token accepts no PIN (\(status.name)); unlock it or set a PIN with its vendor's tool"
      )
    default: try status.require("log in")
    }
  }
}
