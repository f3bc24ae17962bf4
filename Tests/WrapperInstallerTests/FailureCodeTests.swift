import ReleaseBundle
import ReleaseModel
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// The row "one error code for every failure" of the kinds of fault that systems like this have shipped: each step of a
/// device fails for real, and says what failed with a code of its own.
@Suite struct FailureCodeTests {
  /// What a failure says of itself: an error's code, or the reason of an outcome, and where it was.
  struct Said: Hashable, CustomStringConvertible {
    let code: String
    let stage: InstallStage

    init(_ code: String, _ stage: InstallStage) {
      self.code = code
      self.stage = stage
    }

    init(_ error: InstallerError?) throws {
      let error = try #require(error)
      self.init(error.code.rawValue, error.stage)
    }

    var description: String { "\(code) (\(stage.rawValue))" }
  }

  @Test func `one error code for every failure`() throws {
    let all =
      try answers() + archives() + [space(), fullDisk()] + trust() + [activation()] + launches() + [
        rollback()
      ]
    #expect(
      all == [
        Said("invalid_answer", .check), Said("check_refused", .check),
        Said("download_refused", .download), Said("download_unavailable", .download),
        Said("wrong_content", .download), Said("length_mismatch", .download),
        Said("hash_mismatch", .verification), Said("bundle_rejected", .extraction),
        Said("tree_mismatch", .extraction), Said("entry_file_missing", .extraction),
        Said("not_enough_space", .space), Said("disk_full", .extraction),
        Said("expired_root", .trust), Said("release_not_signed", .trust),
        Said("pointer_not_durable", .activation),
        Said("storage_failed", .launch), Said("release_damaged", .launch), Said("ready_timeout", .launch),
        Said("launch_not_confirmed", .launch),
        Said("install_in_progress", .rollback),
      ])
    #expect(Set(all.map(\.code)).count == all.count)
  }

  /// What the server answers to the question.
  private func answers() throws -> [Said] {
    try withRegistry { (registry, _) throws in
      let device = try TestDevice()
      return try [200, 400].map { status in
        registry.answer(status, "{}")
        return try Said(device.installError(registry.url))
      }
    }
  }

  /// What comes in place of the archive.
  private func archives() throws -> [Said] {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      try registry.offer(release)
      var said: [Said] = []
      for status in [404, 503] {
        registry.replaceArtifact(of: release, with: [], status: status)
        said.append(try Said(device.installError(registry.url)))
      }
      registry.replaceArtifact(of: release, with: Array("<html>".utf8), contentType: "text/html")
      said.append(try Said(device.installError(registry.url)))
      registry.replaceArtifact(of: release, with: release.archive.dropLast(10))
      said.append(try Said(device.installError(registry.url)))
      registry.replaceArtifact(of: release, with: Array(release.archive.dropLast()) + [1])
      said.append(try Said(device.installError(registry.url)))

      let noArchive = Array("no archive".utf8)
      try registry.offer(release) {
        $0["sha256"] = Digest.sha256(of: noArchive).description
        $0["sizeBytes"] = noArchive.count
      }
      registry.replaceArtifact(of: release, with: noArchive)
      said.append(try Said(device.installError(registry.url)))
      registry.replaceArtifact(of: release, with: release.archive)
      try registry.offer(release) {
        $0["tree"] = ["sha256": String(repeating: "0", count: 64), "fileCount": 4, "unpackedBytes": 9]
      }
      said.append(try Said(device.installError(registry.url)))
      let other = try SimulatedRelease("2.0.0", sequence: 2, in: folder)
      try registry.offer(other) { $0["entryFile"] = "start.html" }
      said.append(try Said(device.installError(registry.url)))
      return said
    }
  }

  private func space() throws -> Said {
    try withRegistry { (registry, folder) throws in
      var device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      device.installation.environment.freeBytes = { _ in 4_096 }
      return try Said(device.installError(registry.url))
    }
  }

  private func fullDisk() throws -> Said {
    try withRegistry { (registry, folder) throws in
      var device = try TestDevice()
      let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      try registry.offer(release)
      device.installation.environment.room = DiskRoom(bytes: UInt64(release.archive.count))
      return try Said(device.installError(registry.url))
    }
  }

  /// What is not signed, or not any more, is no error: the device goes on with what it has, and says why.
  private func trust() throws -> [Said] {
    try SignedWorld.with { (world) throws in
      let unsigned = try world.release("1.0.0", sequence: 1)
      try world.registry.offer(unsigned)
      try world.serve()
      let notSigned = try #require(try world.refusal())
      world.setClock(1_784_700_000 + 315_360_000)
      return [Said(try #require(try world.refusal()), .trust), Said(notSigned, .trust)]
    }
  }

  /// The disk does not confirm that the pointer has moved.
  private func activation() throws -> Said {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      let error = try device.installError(
        registry.url, failingSyncOf: device.folder.path("documents/mobile-web"))
      return try Said(error)
    }
  }

  /// A file in the place of the folder, files that are others, a page that hangs, and an app that ends each time.
  private func launches() throws -> [Said] {
    try withRegistry { (registry, folder) throws in
      var device = try TestDevice(builtIn: true)
      func begin() throws -> LaunchResult { try device.installation.beginLaunch(wrapperVersion: "4.5.0") }
      func install(_ version: String, _ sequence: Int64) throws {
        try registry.offer(SimulatedRelease(version, sequence: sequence, in: folder))
        #expect(try device.install(registry.url).outcome == .installed)
      }

      try install("1.0.0", 1)
      try device.write("another page", to: "releases/1.0.0/index.html")
      let damaged = try #require(try begin().notices.first)
      try install("2.0.0", 2)
      let hung = try device.installation.report(
        .foreground(for: device.installation.settings.readyTimeout),
        token: #require(try begin().launch).token)
      try install("3.0.0", 3)
      for _ in 1...3 { #expect(try begin().launch?.version == "3.0.0") }
      #expect(try begin().notices.map(\.code) == [.releaseTakenBack])
      let blocked = try device.installation.status().blocked

      device.installation = Installation(
        documentsFolder: device.folder.path("documents/.keep"), builtIn: nil, settings: InstallerSettings(),
        environment: .unmoved)
      let noFolder = #expect(throws: InstallerError.self) { try begin() }
      return [
        try Said(noFolder), Said(damaged.code.rawValue, .launch),
        Said(try #require(hung.takenBack?.code), .launch),
        Said(try #require(blocked.first { $0.version == "3.0.0" }).code, .launch),
      ]
    }
  }

  /// Nothing is left while somebody installs.
  private func rollback() throws -> Said {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      let root = try InstallationRoot(documentsFolder: device.folder.path("documents"), stage: .activation)
      let error = try root.installing { () throws(InstallerError) in
        #expect(throws: InstallerError.self) { try device.installation.rollback() }
      }
      return try Said(error)
    }
  }
}
