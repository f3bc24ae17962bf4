import ReleaseModel
import Testing

@Suite struct ChannelTests {
  @Test(arguments: [
    "production", "beta", "Beta", "a", "release-2.x_y", "v", "v1beta", String(repeating: "a", count: 64),
  ])
  func `reads names`(name: String) throws {
    #expect(try Channel(parsing: name).name == name)
  }

  @Test(arguments: [
    "", "1", "1.70", "v1", "V1.70", "x", "-beta", ".beta", "be ta", "beta/../x", "bêta", "beta\n", "b\u{301}",
    "list", "Pause", "root", "none", String(repeating: "a", count: 65),
  ])
  func `1.70 or a name equal to a command is refused at creation`(name: String) throws {
    #expect(try codes { _ = try Channel(parsing: name) } == ["invalid_channel"])
  }

  @Test func `is compared exactly`() throws {
    #expect(try Channel(parsing: "beta") != Channel(parsing: "Beta"))
  }
}
