import ReleaseTesting
import Testing

@testable import WrapperInstaller

@Suite struct BridgeScriptTests {
  private func script(initialPath: String = "/", token: String = "secret") throws -> String {
    let facts = try WrapperFacts(
      platform: "android", wrapperVersion: "4.6.0", webReleaseVersion: nil, initialPath: initialPath)
    return String(decoding: BridgeScript(facts: facts, token: token).bytes, as: UTF8.self)
  }

  @Test func `has the facts of its launch`() throws {
    let expected =
      #""facts":{"initialPath":"/orders?a=1","platform":"android","webReleaseVersion":null,"wrapperVersion":"4.6.0"}"#
    #expect(try script(initialPath: "/orders?a=1").contains(expected))
  }

  @Test(arguments: ["/</script><script>alert(1)", "/\u{2028}alert(1)", "/<!--", "/\"+alert(1)+\""])
  func `a link cannot put code into it`(path: String) throws {
    let text = try script(initialPath: path.replacing(" ", with: "%20"))
    #expect(!text.contains("<"))
    #expect(!text.unicodeScalars.contains("\u{2028}"))
    #expect(!text.replacing("\\\"", with: "").contains("\"+alert"))
  }

  @Test func `its launch's id gives no token away, and differs by launch`() {
    let id = BridgeScript.launchId(token: "secret")
    #expect(!id.contains("secret"))
    #expect(id.utf8.count == 32)
    #expect(id != BridgeScript.launchId(token: "other"))
  }
}
