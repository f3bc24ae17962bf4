import Glibc
import HTTPClient

/// Passes an archive on as it arrives, with a fault in it. Keeps none of its bytes.
final class ArchiveRelay: DownloadSink {
  /// The transfer ended on purpose, or the device hung up.
  struct Ended: Error {}

  private(set) var hasBegun = false
  /// Whether the fault reached the device.
  private(set) var hasLied = false
  private let connection: LoopbackConnection
  private let fault: NetworkFault
  private var offset: UInt64 = 0
  private var wrongByte: UInt64?

  init(to connection: LoopbackConnection, _ fault: NetworkFault) {
    self.connection = connection
    self.fault = fault
  }

  func begin(at offset: UInt64, totalBytes: UInt64?, _ head: ResponseHead) throws {
    guard let totalBytes, !hasBegun else { throw Ended() }
    hasBegun = true
    self.offset = offset
    // In the rest of a part that is continued, too: what a device kept is right.
    if fault == .wrongHash, totalBytes > offset { wrongByte = offset + (totalBytes - offset) / 2 }
    var fields = [("Content-Length", "\(totalBytes - offset)")]
    for name in ["Content-Type", "ETag"] { if let value = head.fields[name] { fields.append((name, value)) } }
    if offset > 0 { fields.append(("Content-Range", "bytes \(offset)-\(totalBytes - 1)/\(totalBytes)")) }
    guard connection.send(status: offset > 0 ? 206 : 200, fields) else { throw Ended() }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    switch fault {
    case .cut(let end): try pass(bytes, until: end)
    case .slow(let speed): try drip(bytes, speed)
    case .wrongHash: try passWrong(bytes)
    case .status, .wrongSignature: try pass(bytes)
    }
  }

  private func pass(_ bytes: UnsafeRawBufferPointer) throws {
    guard connection.send(bytes) else { throw Ended() }
    offset += UInt64(bytes.count)
  }

  private func pass(_ bytes: UnsafeRawBufferPointer, until end: UInt64) throws {
    let room = Int(clamping: end > offset ? end - offset : 0)
    guard bytes.count > room else { return try pass(bytes) }
    hasLied = true
    try pass(UnsafeRawBufferPointer(rebasing: bytes[..<room]))
    throw Ended()
  }

  /// Ten pieces a second.
  private func drip(_ bytes: UnsafeRawBufferPointer, _ speed: UInt64) throws {
    let size = Int(clamping: max(1, speed / 10))
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(size)
      try pass(UnsafeRawBufferPointer(rebasing: piece))
      rest = rest.dropFirst(piece.count)
      hasLied = true
      var pause = timespec(tv_sec: 0, tv_nsec: Int(UInt64(piece.count) * 1_000_000_000 / speed))
      pause.tv_sec = pause.tv_nsec / 1_000_000_000
      pause.tv_nsec %= 1_000_000_000
      nanosleep(&pause, nil)
    }
  }

  private func passWrong(_ bytes: UnsafeRawBufferPointer) throws {
    guard let wrongByte, wrongByte >= offset, wrongByte - offset < UInt64(bytes.count) else {
      return try pass(bytes)
    }
    var copy = Array(bytes)
    copy[Int(wrongByte - offset)] ^= 1
    hasLied = true
    try copy.withUnsafeBytes { try pass($0) }
  }
}
