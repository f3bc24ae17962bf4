import Cryptography
import Foundation
import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Testing

@testable import WrapperInstaller

/// Whatever goes wrong while something is verified, it is not verified.
@Suite struct VerifierFailureTests {
  /// A device that runs 1.0.0 and is offered the signed 1.1.0.
  private func updatable(_ body: (inout SignedWorld) throws -> Void) throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      #expect(try world.install().outcome == .installed)
      try world.publish(world.release("1.1.0", sequence: 2))
      try body(&world)
    }
  }

  /// The point of order one, with which anybody can sign anything.
  private let weakPoint = "01" + String(repeating: "00", count: 31)

  /// What `targets` delegates, with another public key in place of one.
  private func delegations(
    of world: SignedWorld, replacing keyid: ExactText, by point: String
  ) throws -> Delegations? {
    let file = try #require(world.repository.simulator.files["3.targets.json"])
    let key = #"{"keytype":"ed25519","keyval":{"public":"\#(point)"},"scheme":"ed25519"}"#
    let newKeyid = hexadecimal(SHA256Hasher.hash(of: Array(key.utf8)))
    let old = try world.repository.key(of: "production").publicKey
    let text = String(decoding: file, as: UTF8.self)
      .replacing(keyid.string, with: newKeyid).replacing(hexadecimal(old.rawEd25519 ?? []), with: point)
    let targets: TargetsMetadata = try Envelope(parsing: Array(text.utf8), maximumBytes: 1 << 20).content()
    return targets.delegations
  }

  @Test(arguments: ["", "{", "[]", #"{"signed":{},"signed":{},"signatures":[]}"#])
  func `a kept root that is damaged proves nothing when the app brings none`(text: String) throws {
    try updatable { (world) throws in
      try world.device.write(text, to: "trust/root.json")
      world.device.installation.settings.trustRoot = nil
      let result = try world.install()
      #expect(result.outcome == .notTrusted)
      #expect(result.current?.version == "1.0.0")
    }
  }

  @Test(arguments: ["timestamp", "snapshot", "targets", "status", "production"])
  func `a kept file that is damaged is fetched again`(role: String) throws {
    try updatable { (world) throws in
      try world.device.write(#"{"signed":"nonsense"}"#, to: "trust/\(role).json")
      #expect(try world.install().outcome == .installed)
    }
  }

  @Test(arguments: ["root.json", "timestamp.json", ".incoming"])
  func `something else in the place of a kept file makes room`(name: String) throws {
    try updatable { (world) throws in
      if try world.device.names("trust").contains(name) {
        try FileManager.default.removeItem(atPath: world.device.path("trust/\(name)"))
      }
      try world.device.write("x", to: "trust/\(name)/inside")
      let result = try world.install()
      #expect(result.outcome == .installed)
      #expect(result.notices.map(\.code) == [.layoutRepaired])
    }
  }

  @Test func `a file in the place of the folder makes room`() throws {
    try SignedWorld.with { (world) throws in
      try world.publish(world.release("1.0.0", sequence: 1))
      try world.device.write("x", to: "trust")
      let result = try world.install()
      #expect(result.outcome == .installed)
      #expect(result.notices.map(\.code) == [.layoutRepaired])
    }
  }

  @Test func `a key that libcrypto does not take signs nothing, and the message says so`() throws {
    try updatable { (world) throws in
      let key = TUFKey(try world.repository.key(of: "production").publicKey)
      world.repository.simulator.contents["targets"]?.delegations = try delegations(
        of: world, replacing: key.keyid, by: weakPoint)
      try world.serve()
      let result = try world.install()
      #expect(result.outcome == .notTrusted)
      #expect(result.reason == "threshold_not_met")
      #expect(result.message.contains("cannot be used"))
    }
  }

  @Test(arguments: [
    "timestamp.json", "3.snapshot.json", "3.targets.json", "3.status.json", "3.production.json",
  ])
  func `a file with one bit changed is refused`(name: String) throws {
    try updatable { (world) throws in
      var files = world.repository.simulator.files
      var bytes = try #require(files[name])
      let index = try #require(bytes.firstIndex(of: UInt8(ascii: "3")))
      bytes[index] = UInt8(ascii: "4")
      files[name] = bytes
      world.registry.serve(metadata: files)
      #expect(try world.install().outcome == .notTrusted)
    }
  }

  @Test(arguments: ["3.snapshot.json", "3.targets.json", "3.status.json", "3.production.json"])
  func `a file that is missing is refused by its name`(name: String) throws {
    try updatable { (world) throws in
      var files = world.repository.simulator.files
      files[name] = nil
      world.registry.serve(metadata: files)
      let result = try world.install()
      #expect(result.reason == "metadata_not_found")
      #expect(result.message.contains(name))
    }
  }
}
