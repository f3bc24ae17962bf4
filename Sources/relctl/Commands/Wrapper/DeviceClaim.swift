import Glibc

/// The right to be the one process that runs a device: two would end each other's launches. It ends with the process.
struct DeviceClaim: ~Copyable {
  private let descriptor: Int32

  /// Claims the device whose documents folder this is; throws `device_in_use` when another process runs it.
  init(folder: String) throws(CommandError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let cause = errno
    guard descriptor >= 0 else { throw InputFile.unreadable(folder, SystemError.text(cause)) }
    let isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    let refusal = errno
    guard isAlone else {
      close(descriptor)
      guard refusal == EWOULDBLOCK else {
        throw CommandError(.failed, "storage_failed", "cannot lock '\(folder)': \(SystemError.text(refusal))")
      }
      throw CommandError(
        .failed, "device_in_use", "another 'relctl wrapper run' runs the device in '\(folder)'",
        hint: "end that one first, or name another --root")
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
