import Glibc
import ReleaseBundle

/// An open file; writing continues at its position.
struct OpenFile: ~Copyable {
  private(set) var descriptor: Int32
  let path: String
  let stage: InstallStage

  init(owning descriptor: Int32, path: String, stage: InstallStage) {
    self.descriptor = descriptor
    self.path = path
    self.stage = stage
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Size, type and times.
  func attributes() throws(InstallerError) -> stat {
    var attributes = stat()
    _ = try systemCall { fstat(descriptor, &attributes) }.orThrow("cannot look at", path: path, stage: stage)
    return attributes
  }

  /// Writes all bytes.
  ///
  /// - Parameter room: where the disk fills up, in a simulation.
  func write(_ bytes: UnsafeRawBufferPointer, _ room: DiskRoom? = nil) throws(InstallerError) {
    let descriptor = descriptor
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try systemCall {
        let write = { count in
          Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, count)
        }
        return room?.write(rest.count, write) ?? write(rest.count)
      }.orThrow("cannot write", path: path, stage: stage)
      rest = rest.dropFirst(count)
    }
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(InstallerError) {
    var failure: InstallerError?
    bytes.withUnsafeBytes { buffer in
      do throws(InstallerError) { try write(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Reads from the position on into `buffer`; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InstallerError) -> Int {
    try systemCall { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
      .orThrow("cannot read", path: path, stage: stage)
  }

  /// Reads from the position to the end, at most `maximumBytes`.
  func readAll(maximumBytes: Int) throws(InstallerError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while bytes.count <= maximumBytes {
      let count = try read(into: buffer)
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
    return Array(bytes.prefix(maximumBytes))
  }

  /// Cuts the file to nothing and goes to its beginning.
  func truncate() throws(InstallerError) {
    _ = try systemCall { ftruncate(descriptor, 0) }.orThrow("cannot empty", path: path, stage: stage)
    _ = try systemCall { lseek(descriptor, 0, SEEK_SET) }.orThrow("cannot empty", path: path, stage: stage)
  }

  /// Makes the bytes survive a power cut. After a failure the file must be written anew (fsync(2)).
  func sync() throws(InstallerError) {
    _ = try systemCall { fsync(descriptor) }.orThrow("cannot sync", path: path, stage: stage)
  }

  /// Closes the file; some file systems report a full disk only here.
  mutating func close() throws(InstallerError) {
    let closing = descriptor
    descriptor = -1
    if Glibc.close(closing) != 0, errno != EINTR {
      throw InstallerError(errno: errno, during: stage, "cannot close", path: path)
    }
  }
}
