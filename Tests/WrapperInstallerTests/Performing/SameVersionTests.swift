import Foundation
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// A release in the place of one of the same version with other bytes, that nobody vouches for any more.
@Suite struct SameVersionTests {
  private static let pages = ["<!doctype html><title>old</title>", "<!doctype html><title>new</title>"]

  /// A device that runs 1.0.0 and nothing else, when that version is signed again with other bytes.
  private func withOtherBytes(_ body: (SignedWorld) throws -> Void) throws {
    try SignedWorld.with { (world) throws in
      for (sequence, page) in Self.pages.enumerated() {
        if sequence == 1 {
          let path = ExactText("production/1.0.0.zip")
          world.repository.simulator.contents["production"]?.files[path] = nil
        }
        try world.publish(
          SimulatedRelease(
            "1.0.0", sequence: Int64(sequence + 1), files: ["index.html": page], in: world.folder))
        if sequence == 0 { #expect(try world.install().outcome == .installed) }
      }
      let launch = try world.device.installation.beginLaunch(wrapperVersion: "4.5.0").launch
      try #require(try world.device.installation.confirm(token: launch?.token ?? "") == .confirmed)
      try body(world)
    }
  }

  /// The page that a launch shows.
  private func page(_ device: TestDevice) throws -> String? {
    let launch = try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch
    return try launch.map { try String(contentsOfFile: "\($0.folder)/index.html", encoding: .utf8) }
  }

  @Test func `both trees are there until the pointer is durable, and the old pointer starts the old one`()
    throws
  {
    try withOtherBytes { (world) throws in
      let device = world.device
      let old = try #require(try device.bytes("current.json"))
      let code = try device.installError(
        world.registry.url, failingSyncOf: device.folder.path("documents/mobile-web"))?.code
      #expect(code == .pointerNotDurable)
      #expect(try page(device) == Self.pages[1])

      // A kill before the pointer, or the power cut that the error warns of.
      try device.folder.write(old, to: "documents/mobile-web/current.json")
      #expect(try page(device) == Self.pages[0])
      #expect(try device.install(world.registry.url).outcome == .movedFromWithdrawn)
      #expect(world.registry.downloads == 2)
      #expect(try page(device) == Self.pages[1])
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0~2"])
      #expect(try device.names("releases/.records") == ["1.0.0~2.json"])
    }
  }

  @Test func `when the pointer is lost, what was installed last starts`() throws {
    try withOtherBytes { (world) throws in
      #expect(try world.install().outcome == .movedFromWithdrawn)
      try FileManager.default.removeItem(atPath: world.device.path("current.json"))
      #expect(try page(world.device) == Self.pages[1])
      #expect(try world.device.install(world.registry.url).outcome == .current)
    }
  }

  @Test func `one that is damaged is repaired in its own place`() throws {
    try withOtherBytes { (world) throws in
      #expect(try world.install().outcome == .movedFromWithdrawn)
      try world.device.write("torn", to: "releases/1.0.0~2/index.html")
      #expect(try world.install().outcome == .repaired)
      #expect(try world.device.names("releases") == [".manifests", ".records", "1.0.0~2"])
      #expect(try page(world.device) == Self.pages[1])
    }
  }

  @Test func `a release has a folder that is of none of the others`() throws {
    var known: [ReleaseRecord] = []
    for (content, folder) in [("a", "1.0.0"), ("b", "1.0.0~2"), ("c", "1.0.0~3")] {
      let new = try record("1.0.0", content: content).placed(besides: known)
      #expect(new.folderName == folder)
      #expect(try record("1.0.0", content: content).placed(besides: known + [new]) == new)
      #expect(new.objection == nil)
      known.append(new)
    }
    #expect(try record("1.1.0", content: "a").placed(besides: known).folderName == "1.1.0")
    #expect(try record("1.0.0", content: "d").placed(besides: [known[1]]).folderName == "1.0.0")
  }

  @Test(arguments: ["0", "1", "10", "-2"])
  func `a place that no installer chooses damages the file that names it`(place: String) throws {
    try withOtherBytes { (world) throws in
      #expect(try world.install().outcome == .movedFromWithdrawn)
      try world.device.falsify("current.json", #""place":2"#, #""place":\#(place)"#)
      let result = try world.device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.notices.map(\.code) == [.pointerDamaged])
      #expect(result.launch?.version == "1.0.0")
    }
  }
}
