import Glibc
import Synchronization
import WrapperInstaller
import WrapperSimulation

/// Stops an installation once, when a stage begins, so that whoever started the process can kill it there.
final class StageHold: Sendable {
  private let stage: DeviceStage?
  private let isOver = Mutex(false)

  /// - Parameter stage: nil to hold nowhere.
  init(at stage: DeviceStage?) { self.stage = stage }

  /// Holds if this is the stage, until standard input ends; the installation waits for the return.
  func reached(_ progress: InstallProgress) {
    guard let stage, DeviceStage(progress) == stage, !isOver.withLock({ exchange(&$0, with: true) }) else {
      return
    }
    StandardError.write("\(HeldProcess.holdingLine)\(stage.rawValue)\n")
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 0 || (count < 0 && errno != EINTR) { return }
    }
  }
}
