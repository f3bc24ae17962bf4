import Foundation
import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// What stays blocked, whatever becomes of `blocked.json`.
@Suite struct BlockedMarksTests {
  /// A device that went back from 2.0.0, which is still offered.
  private func withDevice(_ body: (TestDevice, RegistrySimulator, SimulatedRelease) throws -> Void) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      let bad = try SimulatedRelease("2.0.0", sequence: 2, in: folder)
      try registry.offer(bad)
      try device.install(registry.url)
      #expect(try device.installation.rollback().outcome == .rolledBack)
      try body(device, registry, bad)
    }
  }

  private static let damages: [String?] = [
    nil, "", "{", "[]", #"{"schemaVersion":1,"entries":[]}"#, #"{"schemaVersion":9}"#,
  ]

  @Test(arguments: damages)
  func `bytes that failed are not installed again when the list is torn, gone or emptied`(text: String?)
    throws
  {
    try withDevice { (device, registry, bad) throws in
      if let text {
        try device.write(text, to: "blocked.json")
      } else {
        try FileManager.default.removeItem(atPath: device.path("blocked.json"))
      }
      #expect(try device.install(registry.url).reason == "blocked")
      let blocked = try device.installation.status().blocked
      #expect(blocked.map(\.artifactSha256) == [bad.candidate.artifact.description])
      #expect(blocked.map(\.code) == ["reason_lost"])
      #expect(blocked.map(\.version) == [nil])
      #expect(registry.downloads == 2)
    }
  }

  @Test func `a list that lost an entry keeps the reason of the others`() throws {
    try withDevice { (device, registry, bad) throws in
      let other = Digest.sha256(of: [1])
      try device.write("", to: "blocked/\(other)")
      let blocked = try device.installation.status().blocked
      #expect(blocked.map(\.code) == ["reason_lost", "rolled_back_by_request"])
      #expect(try device.install(registry.url).notices == [.notVerified])
    }
  }

  @Test func `killed after the mark, the next launch goes back by itself`() throws {
    try withDevice { (device, _, bad) throws in
      // As after a kill between the mark and the list, when 1.0.0 fails.
      let record = try #require(try device.installation.existingState(during: .status).pointer.current)
      try device.write("", to: "blocked/\(record.artifactSha256)")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .builtIn)
      #expect(result.notices.map(\.code) == [.releaseBlocked, .fallbackUsed])
    }
  }

  @Test func `marks go with the entries that make room, and what is no mark goes, too`() throws {
    try withDevice { (device, _, bad) throws in
      try device.write("x", to: "blocked/foreign")
      let root = try device.installation.root(.status)
      var list = BlockedList()
      for number in 0..<150 {
        list.block(
          .sha256(of: [UInt8(number)]), version: try SemanticVersion(parsing: "1.0.0"), stage: .launch,
          code: "x",
          at: Timestamp(secondsSinceEpoch: 0))
      }
      try list.write(in: root)
      let marked = try device.names("blocked")
      #expect(marked.count == 100)
      #expect(Set(marked) == Set((50..<150).map { Digest.sha256(of: [UInt8($0)]).description }))
      var notices: [Notice] = []
      #expect(try DeviceState.loadBlocked(root, &notices) == list)
      #expect(notices == [])
    }
  }
}
