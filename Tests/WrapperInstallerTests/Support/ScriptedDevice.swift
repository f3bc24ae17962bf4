import Synchronization

@testable import WrapperInstaller

/// A device that answers the bridge as a test says, and notes what it was asked.
final class ScriptedDevice: BridgedDevice {
  struct Script: Sendable {
    var install: Result<InstallResult, InstallerError> = .success(ScriptedDevice.current)
    var advice: Result<NativeUpdateAdvice, InstallerError>
    var restart: Result<RestartBeginning, InstallerError> = .success(.restarting)
    var confirmation: Result<Confirmation, InstallerError> = .success(.confirmed)
    var state: Result<UpdateState, InstallerError> = .success(.idle)
  }

  let script: Mutex<Script>
  private let asked = Mutex<[String]>([])

  init(_ change: (inout Script) -> Void = { _ in }) throws {
    var script = Script(advice: .success(try WrapperInstallerTests.advice(.none)))
    change(&script)
    self.script = Mutex(script)
  }

  /// What was asked, in order.
  var calls: [String] { asked.withLock { $0 } }

  static let current = InstallResult(
    outcome: .current, reason: nil, message: "it is current", offeredVersion: "1.0.0", current: nil,
    notices: [])

  func install() async throws(InstallerError) -> InstallResult { try note("install").install.get() }
  func nativeAdvice() async throws(InstallerError) -> NativeUpdateAdvice { try note("advice").advice.get() }
  func beginRestart() async throws(InstallerError) -> RestartBeginning { try note("restart").restart.get() }
  func confirm(token: String) async throws(InstallerError) -> Confirmation {
    try note("confirm \(token)").confirmation.get()
  }
  func state() async throws(InstallerError) -> UpdateState { try script.withLock { $0 }.state.get() }
  func timeOfDay() -> String { "2026-07-22T06:40:00Z" }

  private func note(_ call: String) -> Script {
    asked.withLock { $0.append(call) }
    return script.withLock { $0 }
  }
}

extension Bridge {
  /// The bridge to a scripted device, which forgets what was declined.
  convenience init(_ device: ScriptedDevice, canRestart: Bool = true) {
    self.init(device, priority: SharedPriority(UpdatePriority(canRestart: canRestart)) { _ in })
  }
}
