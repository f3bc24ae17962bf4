import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Releases that are left while the disk fills up, at every write in turn: either nothing is left, or the launch starts
/// another one, also on the disk that is still full.
@Suite(.enabled(if: SmallDisk.isAllowed, "mounting a small file system needs root"))
struct FullDiskRollbackTests {
  /// What there is less and less of.
  enum Room: String, CaseIterable, Sendable { case blocks, files }

  /// How often each end was seen.
  private struct Ends: Equatable {
    var refused = 0
    var unmoved = 0
    var left = 0
  }

  /// Runs `leave` with a device that runs 2.0.0, confirmed or not, and has the healthy 1.0.0, with room for nothing, then for a little more,
  /// until 2.0.0 is left.
  private func fill(
    _ room: Room, confirming: Bool,
    whileLeaving leave: (Installation, _ token: String) throws -> [Notice.Code]
  ) throws -> Ends {
    var ends = Ends()
    try withRegistry { (registry, _) throws in
      while ends.left == 0 {
        let device = try TestDevice()
        let disk = try SmallDisk(at: device.installation.documentsFolder, kilobytes: 1_024)
        defer { disk.unmount() }
        let token = try prepare(device, registry, confirming: confirming)
        let count = ends.refused + ends.unmoved
        let pointer = try device.bytes("current.json")
        switch room {
        case .blocks: try disk.leave(kilobytes: 4 * count)
        case .files: try disk.leave(files: count)
        }
        do {
          if try leave(device.installation, token).contains(.pointerNotMoved) {
            ends.unmoved += 1
            #expect(try device.installation.status().notices.map(\.code).contains(.releaseBlocked))
          } else {
            ends.left += 1
          }
          #expect(try start(device)?.version == "1.0.0")
        } catch let error as InstallerError {
          ends.refused += 1
          #expect(error.code == .diskFull)
          #expect(try device.bytes("current.json") == pointer)
          #expect(try device.installation.status().blocked == [])
          #expect(try device.installation.status().current?.version == "2.0.0")
        }
      }
    }
    return ends
  }

  /// Installs and confirms 1.0.0, then installs 2.0.0; returns its launch's token.
  private func prepare(
    _ device: TestDevice, _ registry: RegistrySimulator, confirming: Bool
  ) throws -> String {
    var token = ""
    for sequence in 1...2 {
      try registry.offer(
        SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: TemporaryFolder()))
      try device.install(registry.url)
      token = try #require(try start(device)?.token)
      if sequence == 1 || confirming {
        #expect(try device.installation.confirm(token: token) == .confirmed)
      }
    }
    return token
  }

  private func start(_ device: TestDevice) throws -> Launch? {
    try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch
  }

  @Test(arguments: Room.allCases)
  func `a rollback changes nothing or has its effect, and says which`(of room: Room) throws {
    let ends = try fill(room, confirming: true) { device, _ in
      let result = try device.rollback()
      #expect(result.outcome == .rolledBack)
      #expect(result.to?.version == "1.0.0")
      return result.notices.map(\.code)
    }
    #expect(ends.refused > 0)
    #expect(ends.unmoved > 0)
  }

  @Test(arguments: Room.allCases)
  func `so does a launch whose release hung`(of room: Room) throws {
    let ends = try fill(room, confirming: false) { device, token in
      let report = try device.report(.foreground(for: device.settings.readyTimeout), token: token)
      #expect(report.outcome == .takenBack)
      return report.notices.map(\.code)
    }
    #expect(ends.refused > 0)
    #expect(ends.unmoved > 0)
  }
}
