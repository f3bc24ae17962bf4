import Foundation
import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct StatusTests {
  @Test func `a device on which nothing was installed stays as it is`() throws {
    let device = try TestDevice(builtIn: true)
    let status = try device.installation.status()
    #expect(status.current == nil)
    #expect(status.healthy)
    #expect(status.notices == [.notVerified])
    #expect(try device.folder.names(in: "documents") == [".keep"])
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
      #expect(status.healthy == !["releases", "releases/1.0.0"].contains(name))
      #expect(try FileManager.default.subpathsOfDirectory(atPath: device.path("")) == before)
    }
  }
}
