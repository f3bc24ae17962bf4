import Fuzzing
import ReleaseModel

@testable import WrapperInstaller

/// What holds for every file that a launch reads its state from.
enum StateProperties {
  static func check(_ bytes: [UInt8]) {
    check(bytes, as: .pointer, PointerProperties.check)
    check(bytes, as: .record(named: "1.0.0.json")) { PointerProperties.check($0.release) }
    check(bytes, as: .blocked) { _ in }
    check(bytes, as: .findings) { _ in }
  }

  /// Reads the input as a file of before checksums, and as what a checksum vouches for.
  private static func check<Value: Equatable>(
    _ bytes: [UInt8], as file: StateFile<Value>, _ holds: (Value) -> Void
  ) {
    for bytes in [bytes, StateSeal.sealing(bytes)] {
      guard case .value(let value) = file.reading(of: bytes) else { continue }
      holds(value)
      checkWriting(value, as: file, changing: bytes.count)
    }
  }

  private static func checkWriting<Value: Equatable>(
    _ value: Value, as file: StateFile<Value>, changing place: Int
  ) {
    guard let written = attempt({ try file.bytes(of: value, during: .launch) }) else {
      require(false, "what is read can be written")
      return
    }
    require(file.reading(of: written).value == value, "what is written is read as the same value")
    var changed = written
    changed[place % written.count] ^= 1 << UInt8(place % 8)
    let other = file.reading(of: changed).value
    require(other == nil || other == value, "a changed bit is noticed, or changes nothing")
  }
}

extension StateFile.Reading {
  fileprivate var value: Value? {
    switch self {
    case .value(let value): value
    case .missing, .damaged, .unknownSchema: nil
    }
  }
}
