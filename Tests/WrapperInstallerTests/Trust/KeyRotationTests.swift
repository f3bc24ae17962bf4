import Cryptography
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// Keys change without a store release: devices with the old and with the new root of trust follow, and stolen keys that
/// were replaced count for nothing.
@Suite struct KeyRotationTests {
  /// Replaces every key that a root names, and publishes with the new ones.
  private func rotateRoot(_ world: SignedWorld) throws {
    let simulator = world.repository.simulator
    let old = simulator.signers["root", default: []]
    for role in TopLevelRole.allCases { try simulator.rotateKey(of: role) }
    try simulator.publishNextRoot(also: old)
    try world.serve()
  }

  /// Replaces the key of a channel in what `targets` delegates.
  private func rotateChannel(_ world: SignedWorld) throws {
    let simulator = world.repository.simulator
    let key = try SigningKey.generate(.ed25519)
    let name = TUFKey(key.publicKey)
    simulator.signers["production"] = [key]
    var delegations = try #require(simulator.contents["targets"]?.delegations)
    delegations.keys[name.keyid] = name
    for index in delegations.roles.indices where delegations.roles[index].name == "production" {
      delegations.roles[index].rule = SigningRule(keyids: [name.keyid], threshold: 1)
    }
    simulator.contents["targets"]?.delegations = delegations
    try world.serve()
  }

  @Test func `an old app follows new keys, and a new app takes what they signed`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      try rotateRoot(world)
      try world.publish(world.release("1.1.0", sequence: 2))
      #expect(try world.install().outcome == .installed)
      #expect(try world.device.installation.status().trust.rootVersion == 2)
      let newRoot = try #require(world.repository.simulator.files["2.root.json"])
      let newDevice = try TestDevice(trustRoot: newRoot)
      #expect(try newDevice.install(world.registry.url).current?.version == "1.1.0")
      // A device that never refreshed in between takes both steps at once.
      let late = try TestDevice(trustRoot: world.repository.pinnedRoot)
      #expect(try late.install(world.registry.url).current?.version == "1.1.0")
    }
  }

  @Test func `a new app refuses what only the old keys signed`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      let old = world.repository.simulator.files
      try rotateRoot(world)
      let newRoot = try #require(world.repository.simulator.files["2.root.json"])
      world.registry.serve(metadata: old)
      let device = try TestDevice(trustRoot: newRoot)
      #expect(try device.install(world.registry.url).reason == "threshold_not_met")
      #expect(try device.names("releases") == [])
    }
  }

  @Test func `a store update brings a newer root than the one that is kept`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      try rotateRoot(world)
      try world.publish(world.release("1.1.0", sequence: 2))
      world.device.installation.settings.trustRoot = world.repository.simulator.files["2.root.json"]
      // The old root is not even served any more.
      var files = world.repository.simulator.files
      files["1.root.json"] = nil
      files["2.root.json"] = nil
      world.registry.serve(metadata: files)
      #expect(try world.install().current?.version == "1.1.0")
    }
  }

  @Test func `a store update brings another root of a lower version, after the first one was lost`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1), world.release("3.0.0", sequence: 3))
      try rotateRoot(world)
      #expect(try world.install().current?.version == "3.0.0")
      #expect(try world.device.installation.status().trust.rootVersion == 2)
      let other = try SimulatedRepository()
      let next = try world.release("2.0.0", sequence: 2)
      try other.sign(next)
      try other.publish()
      try world.registry.offer(next)
      world.registry.serve(other)
      #expect(try world.refusal() == "threshold_not_met")
      world.device.installation.settings.trustRoot = other.pinnedRoot
      // What the lost root vouched for runs until there is something in its place, and is not gone back to.
      #expect(try world.device.installation.beginLaunch(wrapperVersion: "4.5.0").launch?.version == "3.0.0")
      let result = try world.install()
      #expect(result.outcome == .movedFromWithdrawn)
      #expect(result.current?.version == "2.0.0")
      let status = try world.device.installation.status()
      #expect(status.trust.rootVersion == 1)
      #expect(status.previous == nil)
    }
  }

  @Test func `a stolen channel key that was replaced signs nothing any more`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      let stolen = try world.repository.key(of: "production")
      try rotateChannel(world)
      try world.publish(world.release("1.1.0", sequence: 2))
      #expect(try world.install().current?.version == "1.1.0")
      world.repository.simulator.signers["production"] = [stolen]
      try world.publish(world.release("6.6.6", sequence: 3))
      #expect(try world.refusal() == "threshold_not_met")
    }
  }

  @Test func `the key of one channel cannot sign for another`() throws {
    try SignedWorld.with { (world) throws in
      let beta = try world.repository.key(of: "beta")
      world.repository.simulator.signers["production"] = [beta]
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.refusal() == "threshold_not_met")
    }
  }

  @Test func `a channel cannot list releases of another one`() throws {
    try SignedWorld.with { (world) throws in
      let release = try world.release("1.0.0", sequence: 1)
      try world.repository.sign(release, channel: "beta")
      let file = world.repository.simulator.contents["beta"]?.files["beta/1.0.0.zip"]
      world.repository.simulator.contents["beta"]?.files["production/1.0.0.zip"] = file
      try world.registry.offer(release)
      try world.serve()
      #expect(try world.refusal() == "release_not_signed")
    }
  }
}
