import Glibc

/// A terminal with a test in the place of the person who sits at it.
final class Terminal: Sendable {
  private let master: Int32
  /// The end that a process gets as its input and error.
  let slave: Int32

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // pts(4): unlock the other end and ask for its number: TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var number: Int32 = 0
    guard master >= 0, ioctl(master, unlock, &number) == 0, ioctl(master, getNumber, &number) == 0
    else { throw ChildProcess.Failure(message: "no terminal: errno \(errno)") }
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw ChildProcess.Failure(message: "no terminal: errno \(errno)") }
  }

  deinit {
    close(master)
    close(slave)
  }

  /// What is shown, up to and with the text; waits for it.
  func read(until text: String) throws -> String {
    var shown: [UInt8] = []
    var byte: UInt8 = 0
    while !shown.suffix(text.utf8.count).elementsEqual(text.utf8) {
      let count = Glibc.read(master, &byte, 1)
      guard count == 1 || errno == EINTR else {
        throw ChildProcess.Failure(message: "instead of '\(text)': \(String(decoding: shown, as: UTF8.self))")
      }
      if count == 1 { shown.append(byte) }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Types, as a person would.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Whether the terminal shows what is typed.
  var echoes: Bool {
    var attributes = termios()
    return tcgetattr(slave, &attributes) == 0 && attributes.c_lflag & tcflag_t(ECHO) != 0
  }
}
