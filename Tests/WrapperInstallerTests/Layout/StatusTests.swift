import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct StatusTests {
  @Test func `a device on which nothing was installed stays as it is`() throws {
    let device = try TestDevice(builtIn: true)
    let status = try device.installation.status()
    #expect(status.current == nil)
    #expect(status.complete && status.healthy)
    #expect(status.notices == [.notVerified])
    #expect(try device.folder.names(in: "documents") == [".keep"])
  }

  @Test func `a documents folder that is not there starts nothing, is named, and is not made`() throws {
    var device = try TestDevice()
    let path = device.folder.path("nophone")
    device.installation = Installation(
      documentsFolder: path, builtIn: nil, settings: device.installation.settings, environment: .unmoved)
    let launch = try device.installation.beginLaunch(wrapperVersion: "4.5.0")
    #expect(launch.outcome == .nothingInstalled)
    #expect(launch.notices.last?.message.contains("there is no folder '\(path)'; name the wrapper's") == true)
    for call in [
      { _ = try device.installation.status() }, { _ = try device.installation.confirm(token: "x") },
      { _ = try device.installation.rollback() },
    ] as [() throws -> Void] {
      let error = #expect(throws: InstallerError.self) { try call() }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message == launch.notices.first?.message.split(separator: "now: ").last.map(String.init))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a release is healthy once its page confirmed it, and no longer than it is complete`() throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      func look() throws -> [Bool] {
        let status = try device.installation.status()
        return [status.complete, status.healthy]
      }
      #expect(try look() == [true, false])
      let launch = try #require(try device.installation.beginLaunch(wrapperVersion: "4.5.0").launch)
      #expect(try device.installation.confirm(token: launch.token) == .confirmed)
      #expect(try look() == [true, true])
      try device.write("changed", to: "releases/1.0.0/index.html")
      #expect(try look() == [false, false])
    }
  }

  @Test(arguments: ["releases", "downloads", "releases/.records", "releases/1.0.0", "current.json"])
  func `what is missing is not made`(name: String) throws {
    try withRegistry { (registry, folder) throws in
      let device = try TestDevice()
      try registry.offer(SimulatedRelease("1.0.0", sequence: 1, in: folder))
      try device.install(registry.url)
      try FileManager.default.removeItem(atPath: device.path(name))
      let before = try FileManager.default.subpathsOfDirectory(atPath: device.path(""))
      let status = try device.installation.status()
      #expect(status.complete == !["releases", "releases/1.0.0"].contains(name))
      #expect(try FileManager.default.subpathsOfDirectory(atPath: device.path("")) == before)
    }
  }
}
