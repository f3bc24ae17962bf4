import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct NativeUpdateTests {
  private func answer(
    status: String = "updateRequired", severity: String = "required", wrapper: String = "4.5.0",
    channel: String = "production", platform: String = "ios"
  ) -> String {
    """
    {"data":{"status":"\(status)","severity":"\(severity)","wrapperVersion":"\(wrapper)","channel":"\(channel)",\
    "platform":"\(platform)","latestVersion":"4.10.0","minimumVersion":"4.9.1","storeUrl":"https://apps.example/1",\
    "appStoreId":"1","message":"please","policyId":"p"}}
    """
  }

  private func ask(_ status: Int, _ text: String) throws -> Result<NativeUpdateAdvice, InstallerError> {
    try withRegistry { (registry, _) throws in
      registry.answer(status, text)
      let device = try TestDevice()
      let source = try device.source(registry.url)
      return Result { () throws(InstallerError) in try device.installation.checkNativeUpdate(from: source) }
    }
  }

  @Test(
    arguments: [
      ("current", "none", .none), ("updateAvailable", "recommended", .recommended),
      ("updateRequired", "required", .required),
    ] as [(String, String, NativeUpdateAdvice.Severity)])
  func `passes the advice on`(status: String, severity: String, expected: NativeUpdateAdvice.Severity) throws
  {
    let advice = try ask(200, answer(status: status, severity: severity)).get()
    #expect(advice.severity == expected)
    #expect(advice.latestVersion == "4.10.0")
    #expect(advice.minimumVersion == "4.9.1")
    #expect(advice.storeUrl == "https://apps.example/1")
    #expect(advice.message == "please")
  }

  @Test func `no trouble is ever taken for required`() throws {
    let wrong = [
      (500, answer()), (404, answer()), (200, ""), (200, "<html></html>"), (200, answer(wrapper: "4.4.0")),
      (200, answer(channel: "beta")), (200, answer(platform: "android")),
      (200, answer(status: "current", severity: "required")), (200, answer(severity: "urgent")),
      (200, answer().replacing(#""severity":"#, with: #""severity":"required","severity":"#)),
    ]
    for (status, text) in wrong {
      #expect(throws: InstallerError.self) { try ask(status, text).get() }
    }
    let gone = try RegistrySimulator()
    gone.stop()
    let device = try TestDevice()
    let source = try device.source(gone.url)
    let error = #expect(throws: InstallerError.self) {
      try device.installation.checkNativeUpdate(from: source)
    }
    #expect(error?.code == .checkFailed)
  }
}
