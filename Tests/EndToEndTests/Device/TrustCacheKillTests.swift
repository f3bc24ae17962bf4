import Foundation
import ReleaseTesting
import ReleaseTrust
import Testing

/// A device that is killed in the middle of writing down what it trusts still starts, still refuses what is older, and ends
/// the refresh the next time. strace(1) kills it, in turn at each of the calls that change the folder.
@Suite struct TrustCacheKillTests {
  /// More calls than a refresh makes; a sweep that gets there did not end by itself.
  private static let mostCalls = 200

  private let folder: TemporaryFolder
  private let registry: RegistrySimulator
  private let first: SimulatedRelease
  private let second: SimulatedRelease

  init() throws {
    folder = try TemporaryFolder()
    registry = try RegistrySimulator()
    first = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
    second = try SimulatedRelease("1.1.0", sequence: 2, in: folder)
  }

  /// How often a refresh makes each call: six roles, the list of roots and the note about the old keys are replaced by a write,
  /// a rename and two syncs each; three files and the note are removed, with two more syncs.
  @Test(arguments: [("write", 8), ("renameat", 8), ("fsync", 18), ("unlinkat", 4)])
  func `a kill at any write of a refresh through a rotation of the online keys does no harm`(
    call name: String, least: Int
  ) throws {
    defer { registry.stop() }
    let repository = try SimulatedRepository()
    try folder.write(repository.pinnedRoot, to: "root.json")
    try repository.sign(first)
    try repository.publish()
    let old = repository.simulator.files
    try repository.publish()
    try serve(repository.simulator.files, first)
    #expect(try Relctl.run(install("phone")).status == 0)
    for role in [TopLevelRole.timestamp, .snapshot] { try repository.simulator.rotateKey(of: role) }
    try repository.simulator.publishNextRoot()
    try repository.sign(second)
    try repository.publish()
    let new = repository.simulator.files

    var kills = 0
    for call in 1...Self.mostCalls {
      let phone = "phone-\(call)"
      try FileManager.default.copyItem(atPath: folder.path("phone"), toPath: folder.path(phone))
      try serve(new, second)
      let end = try install(phone, killedAt: call, of: name)
      if end == .exited(0) { break }
      #expect(end == .killed(signal: SIGKILL), "call \(call)")
      kills += 1

      let launch = try Relctl.run([
        "wrapper", "launch", "--root", folder.path(phone), "--wrapper-version", "4.5.0", "--output", "json",
      ])
      #expect(launch.status == 0, "call \(call): \(launch)")
      #expect(try JSON(launch.output)["launch"]?["version"]?.string == "1.0.0", "call \(call)")

      try serve(old, first)
      let refused = try Relctl.run(install(phone))
      #expect(refused.status == 5, "call \(call): \(refused)")
      #expect(try JSON(refused.output)["outcome"]?.string == "not_trusted", "call \(call): \(refused)")

      try serve(new, second)
      let installed = try Relctl.run(install(phone))
      #expect(installed.status == 0, "call \(call): \(installed)")
      #expect(try JSON(installed.output)["current"]?["version"]?.string == "1.1.0", "call \(call)")
      #expect(try !folder.names(in: "\(phone)/mobile-web/trust").contains(".forget-below-root"))
    }
    #expect((least..<Self.mostCalls).contains(kills))
  }

  /// An app brings a root of a lower version and of other keys. Killed anywhere, the same app goes on with it, and the app of
  /// before goes on with its own.
  @Test(arguments: [("write", 8), ("renameat", 8), ("fsync", 18), ("unlinkat", 6)])
  func `a kill at any write of a refresh with another root leaves the old store or the new one`(
    call name: String, least: Int
  ) throws {
    defer { registry.stop() }
    let repository = try SimulatedRepository()
    try folder.write(repository.pinnedRoot, to: "root.json")
    try repository.sign(first)
    for _ in 1...3 { try repository.publish() }
    try repository.simulator.publishNextRoot()
    try serve(repository.simulator.files, first)
    #expect(try Relctl.run(install("phone")).status == 0)
    let other = try SimulatedRepository()
    try folder.write(other.pinnedRoot, to: "other.json")
    try other.sign(second)
    try other.publish()

    var kills = 0
    for call in 1...Self.mostCalls {
      let phone = "phone-\(call)"
      try FileManager.default.copyItem(atPath: folder.path("phone"), toPath: folder.path(phone))
      try serve(other.simulator.files, second)
      let end = try install(phone, killedAt: call, of: name, root: "other.json")
      if end == .exited(0) { break }
      #expect(end == .killed(signal: SIGKILL), "call \(call)")
      kills += 1
      try FileManager.default.copyItem(
        atPath: folder.path(phone), toPath: folder.path("\(phone)-with-the-old-app"))

      let installed = try Relctl.run(install(phone, root: "other.json"))
      #expect(installed.status == 0, "call \(call): \(installed)")
      #expect(try JSON(installed.output)["current"]?["version"]?.string == "1.1.0", "call \(call)")
      #expect(try !folder.names(in: "\(phone)/mobile-web/trust").contains(".forget-below-root"))
      #expect(try folder.read("\(phone)/mobile-web/trust/root.json") == other.pinnedRoot)

      try serve(repository.simulator.files, first)
      let again = try Relctl.run(install("\(phone)-with-the-old-app"))
      #expect(again.status == 0, "call \(call): \(again)")
      #expect(try JSON(again.output)["current"]?["version"]?.string == "1.0.0", "call \(call)")
    }
    #expect((least..<Self.mostCalls).contains(kills))
  }

  private func serve(_ files: [String: [UInt8]], _ release: SimulatedRelease) throws {
    registry.serve(metadata: files)
    try registry.offer(release)
  }

  private func install(_ phone: String, root: String = "root.json") -> [String] {
    [
      "wrapper", "install", "--root", folder.path(phone), "--server", registry.url, "--channel", "production",
      "--platform", "ios", "--wrapper-version", "4.5.0", "--trust-root", folder.path(root), "--output",
      "json",
    ]
  }

  /// Installs, and kills the device before it makes a system call for the n-th time on the folder of what it trusts.
  private func install(
    _ phone: String, killedAt call: Int, of name: String, root: String = "root.json"
  ) throws -> ChildProcess.End {
    let trust = folder.path("\(phone)/mobile-web/trust")
    let strace = [
      "-f", "-o", "/dev/null", "-P", trust, "-P", "\(trust)/.incoming", "-e", "trace=\(name)", "-e",
      "inject=\(name):signal=SIGKILL:when=\(call)",
    ]
    return try ChildProcess(
      "/usr/bin/strace", strace + [Relctl.path] + install(phone, root: root), environment: [:]
    ).wait()
  }
}
