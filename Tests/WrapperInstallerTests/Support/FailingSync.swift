import Foundation

@testable import WrapperInstaller

/// Makes fsync(2) of a folder fail with EIO for the thread that calls this, for good (seccomp(2)): for every descriptor
/// that this process has of the folder now. Call it within `onThreadOfItsOwn`.
func failSync(of path: String) throws {
  let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
      ? UInt32(name) : nil
  }
  let refusal = UInt8(descriptors.count)
  var program = [
    Filter(code: 0x20, k: 0),  // load the number of the call
    Filter(code: 0x15, ifNot: refusal + 1, k: fsyncNumber),
    Filter(code: 0x20, k: 16),  // load its first argument
  ]
  for (index, descriptor) in descriptors.enumerated() {
    program.append(Filter(code: 0x15, ifSo: refusal - UInt8(index), k: descriptor))
  }
  program.append(allow)
  program.append(refuse)
  try filter(by: program)
}

/// The same for everything that is synced. Call it within `onThreadOfItsOwn`.
func failEverySync() throws {
  try filter(by: [Filter(code: 0x20, k: 0), Filter(code: 0x15, ifNot: 1, k: fsyncNumber), refuse, allow])
}

private let allow = Filter(code: 0x06, k: 0x7FFF_0000)
private let refuse = Filter(code: 0x06, k: 0x0005_0000 | UInt32(EIO))

private func filter(by program: [Filter]) throws {
  // prctl(2) takes a varying number of arguments, which Swift does not import.
  typealias Control = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt
  guard let symbol = dlsym(nil, "prctl") else { throw POSIXError(.ENOSYS) }
  let control = unsafeBitCast(symbol, to: Control.self)
  let result = program.withUnsafeBufferPointer { filters in
    var all = Program(count: UInt16(filters.count), filters: filters.baseAddress)
    return withUnsafePointer(to: &all) { pointer in
      control(38, 1, 0, 0, 0) == 0 ? control(22, 2, UInt(bitPattern: pointer), 0, 0) : -1
    }
  }
  guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
}

extension TestDevice {
  /// Installs what a registry offers while the disk does not confirm a folder from the activation on, and gives the error.
  func installError(_ server: String, failingSyncOf path: String) throws -> InstallerError? {
    try onThreadOfItsOwn { () throws -> InstallerError? in
      do {
        _ = try installation.install(from: source(server)) { progress in
          if progress == .activating { try? failSync(of: path) }
        }
        return nil
      } catch let error as InstallerError {
        return error
      }
    }
  }
}

/// Runs `body` on a thread that ends with it, and waits for it.
func onThreadOfItsOwn<Value>(_ body: @escaping () throws -> Value) throws -> Value {
  var result: Result<Value, any Error>?
  let work = Work { result = Result { try body() } }
  var thread = pthread_t()
  let number = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(work).toOpaque())
  guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EAGAIN) }
  pthread_join(thread, nil)
  guard let result else { throw POSIXError(.EAGAIN) }
  return try result.get()
}

private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

/// An instruction of a filter, as in <linux/filter.h>.
private struct Filter {
  let code: UInt16
  var ifSo: UInt8 = 0
  var ifNot: UInt8 = 0
  let k: UInt32
}

private struct Program {
  let count: UInt16
  let filters: UnsafePointer<Filter>?
}

#if arch(x86_64)
  private let fsyncNumber: UInt32 = 74
#else
  private let fsyncNumber: UInt32 = 82
#endif
