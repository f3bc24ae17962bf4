import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

/// Devices whose disk cannot be written, or not be read, when the app starts.
@Suite(.enabled(if: SmallDisk.isAllowed, "breaking a disk needs root"))
struct UnrecordedLaunchTests {
  /// What is the matter with the disk.
  enum Fault: CaseIterable {
    case full, outOfFiles, readOnly, denied

    /// What the notice says of it.
    var cause: String {
      switch self {
      case .full, .outOfFiles: "No space left on device"
      case .readOnly: "Read-only file system"
      case .denied: "Permission denied"
      }
    }
  }

  /// Runs `body` with a device on a disk of its own.
  private func withDevice(
    builtIn: Bool = false, _ body: (TestDevice, SmallDisk, RegistrySimulator) throws -> Void
  ) throws {
    try withRegistry { (registry, _) throws in
      let device = try TestDevice(builtIn: builtIn)
      #expect(chmod(device.folder.path, 0o755) == 0)
      let disk = try SmallDisk(at: device.installation.documentsFolder, kilobytes: 2_048)
      defer { disk.unmount() }
      try body(device, disk, registry)
    }
  }

  private func install(_ version: String, _ device: TestDevice, _ registry: RegistrySimulator) throws {
    let sequence = Int64(try device.names("releases").count)
    // What `withUnreadable` puts in the place of a file is empty to look at.
    let files = SimulatedRelease.files(of: version).merging(["empty": ""]) { $1 }
    try registry.offer(
      SimulatedRelease(version, sequence: sequence, files: files, in: TemporaryFolder()))
    #expect(try device.install(registry.url).outcome == .installed)
  }

  private func installHealthy(_ version: String, _ device: TestDevice, _ registry: RegistrySimulator) throws {
    try install(version, device, registry)
    #expect(try device.installation.confirm(token: start(device).launch?.token ?? "") == .confirmed)
  }

  private func start(_ device: TestDevice) throws -> LaunchResult {
    try device.installation.beginLaunch(wrapperVersion: "4.5.0")
  }

  private func start(_ device: TestDevice, _ disk: SmallDisk, with fault: Fault) throws -> LaunchResult {
    switch fault {
    case .full:
      try disk.leave(kilobytes: 0)
      return try start(device)
    case .outOfFiles:
      try disk.leave(files: 0)
      return try start(device)
    case .readOnly:
      try disk.set(readOnly: true)
      return try start(device)
    case .denied: return try asNobody { try start(device) }
    }
  }

  @Test(arguments: Fault.allCases)
  func `a healthy release starts, its token confirms nothing, and the state stays as it was`(fault: Fault)
    throws
  {
    try withDevice { (device, disk, registry) throws in
      try installHealthy("1.0.0", device, registry)
      let before = try device.bytes("current.json")
      let result = try start(device, disk, with: fault)
      #expect(result.outcome == .installed)
      #expect(result.launch?.folder == device.path("releases/1.0.0"))
      #expect(result.launch?.token == "unrecorded")
      #expect(result.notices.last?.code == .launchNotRecorded)
      #expect(result.notices.last?.message.contains(fault.cause) == true)
      #expect(try device.bytes("current.json") == before)
    }
  }

  @Test(arguments: Fault.allCases)
  func `a pending release, whose failures nobody could count, waits for the healthy one`(fault: Fault) throws
  {
    try withDevice(builtIn: true) { (device, disk, registry) throws in
      try installHealthy("1.0.0", device, registry)
      try install("2.0.0", device, registry)
      let result = try start(device, disk, with: fault)
      #expect(result.launch?.version == "1.0.0")
      #expect(
        result.notices.map(\.code).suffix(3) == [.releaseWaiting, .fallbackUsed, .launchNotRecorded])
    }
  }

  @Test func `a pending release starts as soon as its launches can be counted again`() throws {
    try withDevice(builtIn: true) { (device, disk, registry) throws in
      try install("1.0.0", device, registry)
      #expect(try start(device, disk, with: .full).outcome == .builtIn)
      try disk.makeRoom()
      let result = try start(device)
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices == [])
      #expect(try device.installation.confirm(token: result.launch?.token ?? "") == .confirmed)
    }
  }

  @Test func `a pending release starts when nothing else is there`() throws {
    try withDevice { (device, disk, registry) throws in
      try install("1.0.0", device, registry)
      let result = try start(device, disk, with: .full)
      #expect(result.launch?.version == "1.0.0")
      #expect(result.notices.map(\.code) == [.launchNotRecorded])
    }
  }

  @Test(arguments: Fault.allCases)
  func `a new device starts what is built in, or says that nothing is installed`(fault: Fault) throws {
    for builtIn in [true, false] {
      try withDevice(builtIn: builtIn) { (device, disk, _) throws in
        let result = try start(device, disk, with: fault)
        #expect(result.outcome == (builtIn ? .builtIn : .nothingInstalled))
        #expect(result.notices.last?.code == .launchNotRecorded)
      }
    }
  }

  @Test func `the word of an unrecorded launch's page changes nothing, whatever the disk does by then`()
    throws
  {
    try withDevice { (device, disk, registry) throws in
      try install("1.0.0", device, registry)
      let counted = try #require(try start(device).launch?.token)
      let token = try #require(try start(device, disk, with: .full).launch?.token)
      #expect(try device.installation.confirm(token: token) == .notRecorded)
      try disk.makeRoom()
      #expect(try device.installation.confirm(token: token) == .notRecorded)
      #expect(try device.installation.status().current?.state == "pending")
      #expect(try device.installation.confirm(token: counted) == .confirmed)
    }
  }

  @Test func `a blocked release does not start without a record, either`() throws {
    try withDevice(builtIn: true) { (device, disk, registry) throws in
      try installHealthy("1.0.0", device, registry)
      let releases = device.path("releases")
      let kept = device.folder.path("kept")
      try FileManager.default.copyItem(atPath: releases, toPath: kept)
      let pointer = try #require(try device.bytes("current.json"))
      #expect(try device.installation.rollback().outcome == .rolledBackToBuiltIn)
      // As after a kill between the list and the pointer.
      try FileManager.default.removeItem(atPath: releases)
      try FileManager.default.copyItem(atPath: kept, toPath: releases)
      try device.folder.write(pointer, to: "documents/mobile-web/current.json")
      let result = try start(device, disk, with: .full)
      #expect(result.outcome == .builtIn)
      #expect(result.notices.map(\.code) == [.releaseBlocked, .fallbackUsed, .launchNotRecorded])
    }
  }

  @Test func `a pointer that cannot be read stays, and what the releases say stands in for it`() throws {
    for builtIn in [true, false] {
      try withDevice(builtIn: builtIn) { (device, _, registry) throws in
        try installHealthy("1.0.0", device, registry)
        try install("2.0.0", device, registry)
        let before = try device.bytes("current.json")
        try withUnreadable(device.path("current.json")) {
          let result = try start(device)
          #expect(result.outcome == (builtIn ? .builtIn : .installed))
          #expect(result.launch?.version == (builtIn ? nil : "2.0.0"))
          #expect(result.notices.first?.code == .stateUnreadable)
          #expect(result.notices.last?.code == .launchNotRecorded)
          #expect(result.notices.last?.message.contains("Input/output error") == true)
        }
        #expect(try device.bytes("current.json") == before)
        #expect(try start(device).launch?.version == "2.0.0")
      }
    }
  }

  @Test func `a blocked list that cannot be read keeps nothing from starting`() throws {
    try withDevice { (device, _, registry) throws in
      try installHealthy("1.0.0", device, registry)
      try device.write("x", to: "blocked.json")
      try withUnreadable(device.path("blocked.json")) {
        let result = try start(device)
        #expect(result.launch?.version == "1.0.0")
        #expect(result.notices.map(\.code) == [.stateUnreadable, .launchNotRecorded])
      }
    }
  }

  @Test func `a release that cannot be read gives way, and is not forgotten`() throws {
    try withDevice { (device, _, registry) throws in
      try installHealthy("1.0.0", device, registry)
      try install("2.0.0", device, registry)
      try withUnreadable(device.path("releases/2.0.0/empty")) {
        let result = try start(device)
        #expect(result.launch?.version == "1.0.0")
        #expect(result.notices.map(\.code) == [.releaseUnreadable, .fallbackUsed])
        #expect(result.launch?.token != "unrecorded")
      }
      #expect(try start(device).launch?.version == "2.0.0")
    }
  }

  @Test func `a manifest that cannot be read is no reason to distrust its release`() throws {
    try withDevice { (device, _, registry) throws in
      try install("1.0.0", device, registry)
      let manifest = try #require(try device.names("releases/.manifests").first)
      try withUnreadable(device.path("releases/.manifests/\(manifest)")) {
        let result = try start(device)
        #expect(result.launch?.version == "1.0.0")
        #expect(result.notices == [])
      }
    }
  }

  @Test func `with nothing else to start, the reason is an error and not "nothing is installed"`() throws {
    try withDevice { (device, _, registry) throws in
      try install("1.0.0", device, registry)
      try withUnreadable(device.path("releases/1.0.0/empty")) {
        try expectFailure(device, .storageFailed)
        try withUnreadable(device.path("current.json")) { try expectFailure(device, .storageFailed) }
      }
      #expect(chmod(device.path(""), 0o700) == 0)
      try asNobody { try expectFailure(device, .permissionDenied) }
    }
  }

  private func expectFailure(_ device: TestDevice, _ code: InstallerError.Code) throws {
    let error = #expect(throws: InstallerError.self) { try start(device) }
    #expect(error?.code == code)
  }
}
