import Glibc
import ReleaseTesting
import Testing

/// A connection over TLS that stays open as long as a test wants, kept by `openssl s_client`.
final class TLSConnection {
  private let child: ChildProcess
  private let descriptor: Int32

  /// Connects to `127.0.0.1:PORT`, whose certificate must be the given one.
  init(to address: String, trusting certificate: String) throws {
    let ends = try ChildProcess.connectedPair()
    defer { close(ends[1]) }
    descriptor = ends[0]
    child = try ChildProcess(
      InstalledProgram.path(of: "openssl") ?? "",
      ["s_client", "-quiet", "-connect", address, "-CAfile", certificate, "-verify_return_error"],
      environment: [:], input: ends[1], output: ends[1])
  }

  deinit {
    close(descriptor)
    child.send(signal: SIGKILL)
    _ = child.wait()
  }

  func send(_ bytes: [UInt8]) { #expect(write(descriptor, bytes, bytes.count) == bytes.count) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// The next line without its line end.
  func readLine() -> String {
    var line: [UInt8] = []
    while let byte = readByte(), byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// Everything that comes until the server ends the connection.
  func readToEnd() -> String {
    var bytes: [UInt8] = []
    while let byte = readByte() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func readByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      return count == 1 ? byte : nil
    }
  }
}
