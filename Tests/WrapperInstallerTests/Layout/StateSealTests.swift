import ReleaseBundle
import ReleaseModel
import Testing

@testable import WrapperInstaller

@Suite struct StateSealTests {
  private static let json = Array(#"{"a":1,"b":"two"}"#.utf8)

  @Test func `the checksum comes first, and is that of the file without it`() throws {
    let sealed = StateSeal.sealing(Self.json)
    let digest = Digest.sha256(of: Self.json)
    #expect(String(decoding: sealed, as: UTF8.self) == #"{"sha256":"\#(digest)","a":1,"b":"two"}"#)
    #expect(StateSeal.opening(sealed) == .sealed(Self.json))
    #expect(StateSeal.opening(Self.json) == .unsealed)
  }

  @Test func `every part of a file with a checksum is torn`() throws {
    let sealed = StateSeal.sealing(Self.json)
    for count in 11..<sealed.count { #expect(StateSeal.opening(Array(sealed.prefix(count))) == .broken) }
    #expect(StateSeal.opening(sealed + [0x20]) == .broken)
  }

  @Test func `one changed bit damages a state file, wherever it is`() throws {
    let running = try record("1.0.0", state: .healthy)
    var full = pointer(current: try record("2.0.0"), previous: running, lastGood: running)
    full.launch = LaunchRecord(
      tokenSha256: .sha256(of: [1]), release: running, startedAt: Timestamp(secondsSinceEpoch: 0))
    full.builtIn = BuiltInRelease(folder: "/app", version: "0.9.0")
    try changeEveryByte(of: full, in: .pointer)
    try changeEveryByte(of: blocking(running), in: .blocked)
    try changeEveryByte(of: RecordFile(release: running), in: .record(named: "1.0.0.json"))
    var findings = Findings()
    findings.failedUpdate = FailedUpdateRecord(
      code: "disk_full", retryable: true, failedAt: Timestamp(secondsSinceEpoch: 0))
    try changeEveryByte(of: findings, in: .findings)
    let decision = UpdateDecision(kind: .web, version: "2.0.0", declinedAt: "2026-07-22T06:40:00Z")
    try changeEveryByte(of: UpdateDecisions(decisions: [decision]), in: .decisions)
  }

  private func changeEveryByte<Value: Equatable>(of value: Value, in file: StateFile<Value>) throws {
    let bytes = try file.bytes(of: value, during: .launch)
    #expect(file.reading(of: bytes).value == value)
    for index in bytes.indices {
      // Every bit of what makes a checksum one, the member's name; one bit of each byte elsewhere.
      for bit in index < 12 ? 0..<8 : index % 8..<index % 8 + 1 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(file.reading(of: changed).value == nil, "\(file.name), byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `a checksum that was moved or written anew by another program does not count as none`() throws {
    let file = StateFile<BlockedList>.blocked
    let text = String(decoding: try file.bytes(of: BlockedList(), during: .launch), as: UTF8.self)
    for other in [
      text.replacing(#"{"sha256":"#, with: #"{"sha256": "#), text.replacing("{", with: "{ "),
      #"{"schemaVersion":1,"entries":[],"sha256":null}"#,
    ] {
      try #require(other != text)
      #expect(file.reading(of: Array(other.utf8)).value == nil)
    }
    #expect(file.reading(of: Array(#"{"schemaVersion":1,"entries":[]}"#.utf8)).value == BlockedList())
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
