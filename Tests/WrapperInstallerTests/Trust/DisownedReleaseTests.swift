import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// A release that the channel's newest metadata does not list as it is: its key was stolen and replaced, or the registry
/// lost it. Nobody vouches for it any more.
@Suite struct DisownedReleaseTests {
  /// A device that ran one release and runs the next, when the channel comes to be signed without that one.
  private func disowned(
    _ first: (String, Int64), _ next: (String, Int64), _ body: (inout SignedWorld) throws -> Void
  ) throws {
    try SignedWorld.with { (world) throws in
      for (version, sequence) in [first, next] {
        try world.publish(world.release(version, sequence: sequence))
        #expect(try world.install().outcome == .installed)
        let launch = try world.device.installation.beginLaunch(wrapperVersion: "4.5.0").launch
        #expect(try world.device.installation.confirm(token: #require(launch).token) == .confirmed)
      }
      let path = ExactText("production/\(next.0).zip")
      world.repository.simulator.contents["production"]?.files[path] = nil
      try body(&world)
    }
  }

  @Test func `a lower version takes its place, and nothing goes back to it`() throws {
    try disowned(("1.0.0", 1), ("9.0.0", 9)) { (world) throws in
      try world.publish(world.release("1.1.0", sequence: 2))
      let result = try world.install()
      #expect(result.outcome == .movedFromWithdrawn)
      #expect(result.current?.version == "1.1.0")
      let status = try world.device.installation.status()
      #expect(status.previous?.version == "1.0.0")
      #expect(try world.device.installation.rollback().outcome == .rolledBack)
      #expect(try world.device.installation.status().current?.version == "1.0.0")
    }
  }

  @Test func `the same version takes its place with other bytes`() throws {
    try disowned(("1.0.0", 1), ("1.1.0", 9)) { (world) throws in
      let honest = try SimulatedRelease(
        "1.1.0", sequence: 2, files: ["index.html": "<!doctype html><title>honest</title>"], in: world.folder)
      try world.publish(honest)
      #expect(try world.install().outcome == .movedFromWithdrawn)
      let status = try world.device.installation.status()
      #expect(status.current?.version == "1.1.0")
      #expect(status.complete)
      #expect(status.previous?.version == "1.0.0")
    }
  }

  @Test func `one that was to be gone back to is forgotten as well`() throws {
    try SignedWorld.with { (world) throws in
      for (version, sequence) in [("1.0.0", 1), ("1.1.0", 2)] as [(String, Int64)] {
        try world.publish(world.release(version, sequence: sequence))
        #expect(try world.install().outcome == .installed)
      }
      world.repository.simulator.contents["production"]?.files["production/1.0.0.zip"] = nil
      try world.publish(world.release("1.2.0", sequence: 3))
      #expect(try world.install().outcome == .installed)
      #expect(try world.device.installation.status().previous?.version == "1.1.0")
    }
  }

  @Test func `it goes on as long as nothing is offered in its place`() throws {
    try disowned(("1.0.0", 1), ("9.0.0", 9)) { (world) throws in
      try world.serve()
      world.registry.offerNothing(reason: "no_published_release")
      #expect(try world.install().current?.version == "9.0.0")
    }
  }
}
