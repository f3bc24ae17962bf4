import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Pointers that are well-formed JSON and say what is not so.
@Suite struct DamagedPointerTests {
  private func withTwoReleases(
    builtIn: Bool = false, _ body: (TestDevice, RegistrySimulator) throws -> Void
  ) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: builtIn)
      for sequence in 1...2 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        try device.install(registry.url)
      }
      try body(device, registry)
    }
  }

  private func expectRebuilt(_ device: TestDevice, runs versions: [String] = ["1.0.0", "2.0.0"]) throws {
    let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
    let version = try #require(result.launch?.version)
    #expect(versions.contains(version))
    #expect(result.launch?.url == "/index.html?webReleaseVersion=\(version)")
    #expect(result.notices.map(\.code) == [.pointerDamaged])
    #expect(try device.installation.status().notices == [.notVerified])
    #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices == [])
  }

  private static let lies: [(old: String, new: String)] = [
    (#""entryFile":"index.html""#, #""entryFile":"inDex.html""#),
    (#""entryFile":"index.html""#, #""entryFile":"../../etc/passwd""#),
    (#""entryFile":"index.html""#, #""entryFile":"/etc/passwd""#),
    (#""entryFile":"index.html""#, #""entryFile":"assets/../index.html""#),
    (#""entryFile":"index.html""#, #""entryFile":"assets\\\\index.html""#),
    (#""entryFile":"index.html""#, #""entryFile":"""#),
    (#""sequence":2"#, #""sequence":-2"#), (#""fileCount":"#, #""fileCount":-"#),
  ]

  @Test(arguments: lies)
  func `what cannot be so is not believed, whoever sealed it`(old: String, new: String) throws {
    try withTwoReleases { (device, _) throws in
      try device.falsify("current.json", old, new)
      try expectRebuilt(device)
    }
  }

  @Test(arguments: lies + [(#""wrapperRange":"*""#, #""wrapperRange":">=9""#)])
  func `what changed by itself is not believed, however well it reads`(old: String, new: String) throws {
    try withTwoReleases { (device, _) throws in
      let text = String(decoding: try #require(try device.bytes("current.json")), as: UTF8.self)
      try #require(text.contains(old))
      try device.write(text.replacing(old, with: new), to: "current.json")
      try expectRebuilt(device)
    }
  }

  @Test func `a record that is damaged is not what a pointer is rebuilt from`() throws {
    try withTwoReleases { (device, _) throws in
      try device.falsify("releases/.records/2.0.0.json", "index.html", "other.html")
      try device.write("", to: "current.json")
      try expectRebuilt(device, runs: ["1.0.0"])
    }
  }

  @Test func `an entry file that no release lists is not in one that is complete`() throws {
    try withTwoReleases { (device, _) throws in
      let releases = try device.installation.root(.status).releases()
      try device.falsify("releases/.records/2.0.0.json", "index.html", "other.html")
      let lying = try #require(try releases.records().last)
      #expect(lying.entryFile == "other.html")
      #expect(try releases.condition(of: lying) != .complete)
      try FileManager.default.removeItem(atPath: device.path("releases/.manifests"))
      let bare = try device.installation.root(.status).releases()
      #expect(bare.listsEntryFile(of: lying) == nil)
      #expect(try bare.condition(of: lying) != .complete)
      #expect(try bare.launchCondition(of: lying, rehashing: false).condition != .complete)
    }
  }

  @Test func `a manifest is read once by whoever opened the folder`() throws {
    try withTwoReleases { (device, _) throws in
      let releases = try device.installation.root(.status).releases()
      let record = try #require(try releases.records().last)
      #expect(releases.listsEntryFile(of: record) == true)
      try FileManager.default.removeItem(atPath: device.path("releases/.manifests"))
      #expect(releases.listsEntryFile(of: record) == true)
      #expect(try device.installation.root(.status).releases().listsEntryFile(of: record) == nil)
    }
  }

  @Test(arguments: [true, false])
  func `a pointer that lost its current release is rebuilt`(sealed: Bool) throws {
    try withTwoReleases { (device, _) throws in
      var members = try #require(
        try JSONSerialization.jsonObject(with: Data(device.json("current.json").utf8)) as? [String: Any])
      members["current"] = nil
      members["previous"] = nil
      let json = Array(try JSONSerialization.data(withJSONObject: members))
      // A sealed one was changed since.
      let seal = StateSeal.sealing(Array(try device.json("current.json").utf8)).prefix(77)
      try device.folder.write(
        sealed ? Array(seal) + json.dropFirst() : json, to: "documents/mobile-web/current.json")
      try expectRebuilt(device)
    }
  }

  @Test(arguments: [true, false])
  func `a device that runs the built-in release has lost nothing`(sealed: Bool) throws {
    let device = try TestDevice(builtIn: true)
    _ = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
    if !sealed { try device.unseal("current.json") }
    let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
    #expect(result.outcome == .builtIn)
    #expect(result.notices == [])
  }

  @Test(arguments: [true, false])
  func `a device that went back to the built-in release stays there`(sealed: Bool) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      #expect(try device.installation.rollback().outcome == .rolledBackToBuiltIn)
      if !sealed { try device.unseal("current.json") }
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .builtIn)
      #expect(result.notices == [])
    }
  }

  @Test func `a tree whose installation was killed before the pointer moved is not taken for a lost one`()
    throws
  {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      _ = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      let before = try #require(try device.bytes("current.json"))
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try device.folder.write(before, to: "documents/mobile-web/current.json")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .builtIn)
      #expect(result.notices == [])
    }
  }

  @Test func `the state of an earlier version, without checksums, is read as it is`() throws {
    try withTwoReleases(builtIn: true) { (device, registry) throws in
      #expect(try device.installation.rollback().outcome == .rolledBack)
      let launch = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
      #expect(try device.installation.confirm(token: launch.token) == .confirmed)
      try device.installation.noteFailedUpdate("ready_timeout", retryable: false)
      let before = try device.installation.status()
      for name in [
        "current.json", "blocked.json", "findings.json", "reporting.json", "releases/.records/1.0.0.json",
      ] {
        try device.unseal(name)
      }
      try FileManager.default.removeItem(atPath: device.path("blocked"))
      #expect(try device.installation.status() == before)
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices == [])
      #expect(try device.install(registry.url).reason == "blocked")
      #expect(try device.names("blocked").count == 1)
    }
  }
}
