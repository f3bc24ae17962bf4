import Glibc

/// A new file that is written at given places.
struct WritableFile: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let shownPath: String
  private let room: DiskRoom?

  /// - Parameter room: what the disk takes; nil for what it does take.
  init(_ descriptor: consuming OwnedDescriptor, shownPath: String, room: DiskRoom? = nil) {
    self.descriptor = descriptor
    self.shownPath = shownPath
    self.room = room
  }

  /// The number, for calls made while the file lives.
  var number: Int32 { descriptor.number }

  /// Writes all of `bytes` at `offset`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(BundleError) {
    let number = descriptor.number
    var done = 0
    while done < bytes.count {
      let count = try systemCall("write '\(shownPath)'") {
        let write = { count in
          pwrite(number, bytes.baseAddress.map { $0 + done }, count, off_t(offset) + off_t(done))
        }
        return room?.write(bytes.count - done, write) ?? write(bytes.count - done)
      }
      guard count > 0 else { throw BundleError(couldNot: "write '\(shownPath)'", errno: EIO) }
      done += count
    }
  }

  /// Writes all of `bytes` at `offset`.
  func write(_ bytes: [UInt8], at offset: UInt64) throws(BundleError) {
    try bytes.withUnsafeBufferPointer { buffer throws(BundleError) in
      try write(UnsafeRawBufferPointer(buffer), at: offset)
    }
  }

  /// Gives the file its length.
  func setLength(_ length: UInt64) throws(BundleError) {
    try systemCall("write '\(shownPath)'") { ftruncate(descriptor.number, off_t(length)) }
  }

  /// Sets the permissions, whatever the umask is.
  func setMode(_ mode: mode_t) throws(BundleError) {
    try systemCall("set the mode of '\(shownPath)'") { fchmod(descriptor.number, mode) }
  }

  /// Puts the file's data on disk.
  func sync() throws(BundleError) {
    try systemCall("sync '\(shownPath)'") { fsync(descriptor.number) }
  }

  /// Closes the file, and says so when a write turns out to be lost.
  consuming func close() throws(BundleError) {
    let shownPath = shownPath
    try descriptor.close("close '\(shownPath)'")
  }
}
