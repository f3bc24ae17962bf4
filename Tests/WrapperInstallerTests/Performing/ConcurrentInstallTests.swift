import Dispatch
import ReleaseTesting
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct ConcurrentInstallTests {
  /// While one installation waits for its archive, a second one is refused and a launch is not.
  @Test func `two at once: one installs and one says in progress`() throws {
    try withRegistry { (registry, folder) throws in
      let release = try SimulatedRelease("1.0.0", sequence: 1, in: folder)
      let device = try TestDevice(builtIn: true)
      let arrived = DispatchSemaphore(value: 0)
      let mayGoOn = DispatchSemaphore(value: 0)
      try withRawServer { [archive = release.archive] _, _, connection in
        arrived.signal()
        mayGoOn.wait()
        connection.answer(200, body: archive)
      } _: { server throws in
        try registry.offer(release) { $0["zipUrl"] = server.url + "/a.zip" }
        let first = Mutex<InstallResult?>(nil)
        let done = DispatchSemaphore(value: 0)
        let source = try device.source(registry.url)
        DispatchQueue.global().async { [installation = device.installation] in
          let result = try? installation.install(from: source)
          first.withLock { $0 = result }
          done.signal()
        }
        arrived.wait()
        let error = try device.installError(registry.url)
        #expect(error?.code == .installInProgress)
        #expect(error?.isRetryable == true)
        #expect(try device.installation.beginLaunch(wrapperVersion: "4.5.0").outcome == .builtIn)
        #expect(throws: InstallerError.self) { try device.installation.rollback() }
        mayGoOn.signal()
        done.wait()
        #expect(first.withLock { $0?.outcome } == .installed)
        #expect(try device.installation.status().current?.version == "1.0.0")
      }
    }
  }
}
