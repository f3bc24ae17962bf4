import CPKCS11

/// What a PKCS #11 function returned (2.40, 5.1).
struct ReturnValue: Equatable {
  let number: CK_RV

  init(_ number: CK_RV) { self.number = number }

  var isOK: Bool { number == CKR_OK }

  /// Throws `pkcs11_failed`, saying what could not be done, unless the function succeeded.
  func require(_ action: String) throws(TokenError) {
    guard isOK else { throw TokenError(.failed, "the token could not \(action): \(name)") }
  }

  /// The standard's name for those that people meet; the number for the rest.
  var name: String {
    switch number {
    case CKR_HOST_MEMORY: "CKR_HOST_MEMORY"
    case CKR_GENERAL_ERROR: "CKR_GENERAL_ERROR"
    case CKR_FUNCTION_FAILED: "CKR_FUNCTION_FAILED"
    case CKR_DEVICE_ERROR: "CKR_DEVICE_ERROR"
    case CKR_DEVICE_MEMORY: "CKR_DEVICE_MEMORY"
    case CKR_DEVICE_REMOVED: "CKR_DEVICE_REMOVED"
    case CKR_FUNCTION_CANCELED: "CKR_FUNCTION_CANCELED"
    case CKR_FUNCTION_NOT_SUPPORTED: "CKR_FUNCTION_NOT_SUPPORTED"
    case CKR_KEY_FUNCTION_NOT_PERMITTED: "CKR_KEY_FUNCTION_NOT_PERMITTED"
    case CKR_KEY_TYPE_INCONSISTENT: "CKR_KEY_TYPE_INCONSISTENT"
    case CKR_MECHANISM_INVALID: "CKR_MECHANISM_INVALID"
    case CKR_PIN_INCORRECT: "CKR_PIN_INCORRECT"
    case CKR_PIN_INVALID: "CKR_PIN_INVALID"
    case CKR_PIN_LEN_RANGE: "CKR_PIN_LEN_RANGE"
    case CKR_PIN_EXPIRED: "CKR_PIN_EXPIRED"
    case CKR_PIN_LOCKED: "CKR_PIN_LOCKED"
    case CKR_SESSION_CLOSED: "CKR_SESSION_CLOSED"
    case CKR_SESSION_COUNT: "CKR_SESSION_COUNT"
    case CKR_SESSION_HANDLE_INVALID: "CKR_SESSION_HANDLE_INVALID"
    case CKR_TOKEN_NOT_PRESENT: "CKR_TOKEN_NOT_PRESENT"
    case CKR_TOKEN_NOT_RECOGNIZED: "CKR_TOKEN_NOT_RECOGNIZED"
    case CKR_USER_NOT_LOGGED_IN: "CKR_USER_NOT_LOGGED_IN"
    case CKR_USER_PIN_NOT_INITIALIZED: "CKR_USER_PIN_NOT_INITIALIZED"
    case CKR_USER_ANOTHER_ALREADY_LOGGED_IN: "CKR_USER_ANOTHER_ALREADY_LOGGED_IN"
    default: "CKR 0x\(String(number, radix: 16))"
    }
  }
}
