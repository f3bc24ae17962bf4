import Foundation
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Devices that find their folder in a state that no orderly run leaves.
@Suite struct ReconciliationTests {
  private func withTwoReleases(_ body: (TestDevice, RegistrySimulator) throws -> Void) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      for sequence in 1...2 {
        try registry.offer(SimulatedRelease("\(sequence).0.0", sequence: Int64(sequence), in: folder))
        try device.install(registry.url)
      }
      try body(device, registry)
    }
  }

  private static let damaged = [
    "", "{", "{}", "[]", "null", "\0\0\0\0", #"{"schemaVersion":"1"}"#,
    #"{"schemaVersion":1,"current":{"version":"x"}}"#,
  ]

  @Test(arguments: damaged)
  func `a pointer that is empty, torn or foreign is rebuilt from disk`(text: String) throws {
    try withTwoReleases { (device, registry) throws in
      try device.write(text, to: "current.json")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.outcome == .installed)
      #expect(["1.0.0", "2.0.0"].contains(result.launch?.version))
      #expect(result.notices.map(\.code) == [.pointerDamaged])
      #expect(try device.installation.status().notices.map(\.code) == [.notVerified])
      #expect(try device.installation.status().previous != nil)
    }
  }

  @Test func `half a pointer is rebuilt from disk`() throws {
    try withTwoReleases { (device, _) throws in
      let bytes = try #require(try device.bytes("current.json"))
      try device.folder.write(bytes.prefix(bytes.count / 2), to: "documents/mobile-web/current.json")
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").outcome == .installed)
    }
  }

  @Test func `a pointer of an unknown schema is rebuilt, never guessed at`() throws {
    try withTwoReleases { (device, _) throws in
      try device.falsify("current.json", #""schemaVersion":2"#, #""schemaVersion":99"#)
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.notices.map(\.code) == [.pointerUnknownSchema])
      #expect(result.outcome == .installed)
    }
  }

  @Test func `a pointer that is missing, a folder or a link is rebuilt`() throws {
    for kind in ["missing", "folder", "link"] {
      try withTwoReleases { (device, registry) throws in
        let path = device.path("current.json")
        try FileManager.default.removeItem(atPath: path)
        switch kind {
        case "folder": try device.write("x", to: "current.json/child")
        case "link":
          try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
        default: break
        }
        #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").outcome == .installed)
        #expect(try device.install(registry.url).notices.map(\.code) == [.notVerified])
      }
    }
  }

  @Test func `a rebuilt pointer leaves out what is damaged or blocked`() throws {
    try withTwoReleases { (device, _) throws in
      try device.write("broken", to: "releases/2.0.0/index.html")
      try device.write("", to: "current.json")
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch?.version == "1.0.0")
    }
  }

  @Test func `when nothing on disk is complete, the built-in release runs`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice(builtIn: true)
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try device.write("broken", to: "releases/1.0.0/index.html")
      try device.write("", to: "current.json")
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").outcome == .builtIn)
    }
  }

  @Test func `a blocked list that cannot be read breaks nothing`() throws {
    try withTwoReleases { (device, registry) throws in
      try device.write("{", to: "blocked.json")
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "2.0.0")
      #expect(result.notices.map(\.code) == [.blockedListDamaged])
      #expect(try device.installation.rollback().outcome == .rolledBack)
      #expect(try device.installation.status().blocked.count == 1)
    }
  }

  @Test(arguments: [
    ".current.json.new", ".blocked.json.new", ".findings.json.new", "releases/.records/.2.0.0.json.new",
    "releases/.manifests/.ab.json.new",
  ])
  func `what a killed process was writing is swept by a launch and by an installation`(name: String) throws {
    try withTwoReleases { (device, registry) throws in
      try device.write("{", to: name)
      let notices = try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices
      #expect(notices.map(\.code) == [.leftoversRemoved])
      #expect(try device.bytes(name) == nil)
      try device.write("{", to: name)
      try device.install(registry.url)
      #expect(try device.bytes(name) == nil)
    }
  }

  @Test func `what a killed process was writing into the outbox goes after a day`() throws {
    try withTwoReleases { (device, _) throws in
      let name = "outbox/.a.entry.new"
      try device.write("{", to: name)
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices == [])
      #expect(try device.bytes(name) != nil)
      try device.date(name, daysAgo: 2)
      let notices = try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices
      #expect(notices.map(\.code) == [.leftoversRemoved])
      #expect(try device.bytes(name) == nil)
    }
  }

  @Test func `left-overs of killed installations are swept; a part goes when nobody continued it for long`()
    throws
  {
    try withTwoReleases { (device, _) throws in
      let part = "downloads/\(String(repeating: "0", count: 64)).partial"
      try device.write("x", to: "releases/.staging-dead/index.html")
      try device.write("x", to: "downloads/foreign")
      try device.write("x", to: part)
      try device.date(part, daysAgo: 6)
      let notices = try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices
      #expect(notices.map(\.code) == [.leftoversRemoved])
      #expect(try device.names("releases") == [".manifests", ".records", "1.0.0", "2.0.0"])
      #expect(try device.names("downloads").map { "downloads/\($0)" } == [part])
      try device.date(part, daysAgo: 8)
      #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").notices.count == 1)
      #expect(try device.names("downloads") == [])
    }
  }

  @Test func `a tree that nothing points at is taken when it is offered again, without a download`() throws {
    try withTwoReleases { (device, registry) throws in
      // As after a kill between the rename and the pointer.
      let before = registry.downloads
      let text = try device.json("current.json")
      let old = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      var members = try #require(old)
      members["current"] = members["previous"]
      members["previous"] = nil
      let bytes = StateSeal.sealing(Array(try JSONSerialization.data(withJSONObject: members)))
      try device.folder.write(bytes, to: "documents/mobile-web/current.json")
      #expect(try device.install(registry.url).outcome == .installed)
      #expect(registry.downloads == before)
      #expect(try device.installation.status().current?.version == "2.0.0")
    }
  }

  @Test func `a folder that is gone is said, and the one before runs`() throws {
    try withTwoReleases { (device, _) throws in
      try FileManager.default.removeItem(atPath: device.path("releases/2.0.0"))
      let status = try device.installation.status()
      #expect(status.notices.map(\.code) == [.releaseMissing, .notVerified])
      let result = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
      #expect(result.launch?.version == "1.0.0")
    }
  }
}

extension TestDevice {
  /// Makes a file look as if it was last written so long before the device's time.
  fileprivate func date(_ name: String, daysAgo days: Double) throws {
    let now = Double(installation.environment.now().secondsSinceEpoch)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: now - days * 86_400)], ofItemAtPath: path(name))
  }
}
