import Testing

@testable import WrapperInstaller

@Suite struct WrapperFactsTests {
  private func facts(
    platform: String = "ios", wrapperVersion: String = "4.6.0", initialPath: String = "/"
  ) throws -> WrapperFacts {
    try WrapperFacts(
      platform: platform, wrapperVersion: wrapperVersion, webReleaseVersion: "1.0.0", initialPath: initialPath
    )
  }

  @Test(arguments: ["/", "/orders/17?tab=open", "/a//b", "/caf%C3%A9#top", "/caf\u{e9}"])
  func `takes paths of this app`(path: String) throws {
    #expect(try facts(initialPath: path).initialPath == path)
  }

  @Test(arguments: [
    "", "orders", "//evil.example", "/\\evil.example", "/\t/evil.example", "/a b", "/a\n", "\\\\evil.example",
    "https://evil.example/", "javascript:alert(1)", "/\u{7f}", "/" + String(repeating: "a", count: 2048),
  ])
  func `refuses paths that a browser takes for another server's`(path: String) {
    let error = #expect(throws: InstallerError.self) { try facts(initialPath: path) }
    #expect(error?.code == .invalidConfiguration)
  }

  @Test func `refuses a platform and a version that are none`() {
    #expect(throws: InstallerError.self) { try facts(platform: "symbian") }
    #expect(throws: InstallerError.self) { try facts(wrapperVersion: "4.6") }
  }
}
