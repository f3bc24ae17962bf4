import ReleaseTesting
import Testing

/// One function compares versions, on the server: what relctl shows is what devices are told.
@Suite struct EqualAnswerTests {
  /// The body of a public answer.
  private func http(_ registry: RunningRegistry, _ target: String) throws -> String {
    let connection = try registry.connect()
    connection.sendHead("GET", target)
    let answer = connection.readToEnd()
    return String(answer[try #require(answer.firstRange(of: "\r\n\r\n")).upperBound...])
  }

  /// JSON without the white space that lays it out.
  private func compact(_ json: String) -> String {
    var isInText = false
    var isEscaped = false
    return String(
      json.unicodeScalars.filter { character in
        defer { isEscaped = isInText && !isEscaped && character == "\\" }
        if character == "\"", !isEscaped { isInText.toggle() }
        return isInText || !(character == " " || character == "\n")
      }.map(Character.init))
  }

  private let wrappers = ["3.9.9", "4.0.0", "4.9.1", "4.10.0-rc.1", "4.10.0", "4.10.0+7", "5.0.0"]

  @Test func `no comparison on the client: CLI and HTTP answers to policy checks are equal, byte for byte`()
    throws
  {
    let registry = try RunningRegistry()
    func answers() throws -> [String] {
      try wrappers.map { wrapper in
        let device = "channel=production&platform=ios&wrapperVersion=\(wrapper.replacing("+", with: "%2B"))"
        let told = try http(registry, "/native-app/updates/check?\(device)")
        let shown = try registry.relctl(
          "policy", "check", "--channel", "production", "--platform", "ios", "--wrapper-version", wrapper,
          "--output",
          "json")
        #expect("{\"data\":\(compact(shown.output))}" == told)
        return try JSON(told)["data", "status"]?.string ?? ""
      }
    }
    #expect(Set(try answers()) == ["current"])

    let policy = """
      {"channel": "production", "platform": "ios", "minimumVersion": "4.0.0", "latestVersion": "4.10.0",
       "appStoreId": "1234567890"}
      """
    let file = try registry.folder.write(policy.utf8, to: "policy.json")
    let fleet = try registry.folder.write(wrappers.map { "\($0),1\n" }.joined().utf8, to: "fleet.csv")
    let tried = try registry.relctl(
      "policy", "simulate", "--file", file, "--fleet", fleet, "--output", "json")
    let set = try registry.relctl(
      "policy", "set", "--channel", "production", "--platform", "ios", "--minimum", "4.0.0", "--latest",
      "4.10.0",
      "--app-store-id", "1234567890", "--message", #""Größer" \ schneller / 100 %"#, "--activate")
    #expect(set.status == 0, "\(set)")
    let then = try answers()
    #expect(Set(then) == ["updateRequired", "updateAvailable", "current"])
    #expect(try JSON(tried.output)["wrappers"]?.elements.map { $0["then"]?.string ?? "" } == then)
  }

  @Test func `no comparison on the client: CLI and HTTP answers to web checks are equal, byte for byte`()
    throws
  {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0", wrappers: ">=4.0.0 <4.9.0")
    try registry.publish(registry.site("two"), "1.1.0", wrappers: ">=4.9.0 <5.0.0")
    var given: Set<String> = []
    for wrapper in wrappers {
      let device = "channel=production&wrapperVersion=\(wrapper.replacing("+", with: "%2B"))"
      let told = try http(registry, "/mobile-web/releases/latest?\(device)")
      let shown = try registry.relctl(
        "check", "web", "--channel", "production", "--wrapper-version", wrapper, "--output", "json")
      let (answer, json) = (try JSON(told), try JSON(shown.output))
      if answer["data"] != nil {
        #expect("{\"data\":\(compact(shown.output))}" == told)
      } else {
        for field in ["code", "detail", "reason"] {
          #expect(json[field] == answer[field], "\(wrapper): \(shown)")
        }
      }
      given.insert(json["releaseVersion"]?.string ?? json["reason"]?.string ?? "")
    }
    #expect(given == ["1.0.0", "1.1.0", "wrapper_out_of_range", "wrapper_prerelease_excluded"])
  }
}
