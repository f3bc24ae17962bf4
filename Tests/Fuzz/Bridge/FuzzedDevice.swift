@testable import WrapperInstaller

/// A device whose answers the input chooses, with texts that nobody checked.
struct FuzzedDevice: BridgedDevice {
  let behavior: UInt8
  let text: String

  private var failure: InstallerError? {
    let codes = InstallerError.Code.allCases
    return behavior & 2 == 0 ? nil : InstallerError(codes[Int(behavior) % codes.count], during: .check, text)
  }

  private func answer<Value>(_ value: Value) throws(InstallerError) -> Value {
    if let failure { throw failure }
    return value
  }

  func install() async throws(InstallerError) -> InstallResult {
    let outcomes = InstallResult.Outcome.allCases
    return try answer(
      InstallResult(
        outcome: outcomes[Int(behavior) % outcomes.count], reason: text, message: text, offeredVersion: text,
        current: nil, notices: []))
  }

  func nativeAdvice() async throws(InstallerError) -> NativeUpdateAdvice {
    throw InstallerError(.checkFailed, during: .check, text)
  }

  func beginRestart() async throws(InstallerError) -> RestartBeginning {
    let beginnings: [RestartBeginning] = [.restarting, .unsupported, .noUpdateInstalled]
    return try answer(beginnings[Int(behavior) % beginnings.count])
  }

  func confirm(token: String) async throws(InstallerError) -> Confirmation {
    try answer(Confirmation.allCases[Int(behavior) % Confirmation.allCases.count])
  }

  func state() async throws(InstallerError) -> UpdateState { try answer(updateState) }

  func timeOfDay() -> String { "2026-07-22T06:40:00Z" }

  /// Takes what was declined.
  func keep() throws(InstallerError) { try answer(()) }

  /// How the web update stands.
  var updateState: UpdateState {
    switch behavior >> 2 & 7 {
    case 0: .idle
    case 1: .checking
    case 2: .downloading(bytes: UInt64(text.utf8.count) << 56, total: .max)
    case 3: .installed
    case 4: .restarting
    default: .updateFailed(code: text, retryable: behavior & 1 == 0)
    }
  }
}
