import HTTPClient
import ReleaseTesting
import Testing

/// An explanation is bounded, however many releases a channel has, and says so.
@Suite struct ExplainLimitTests {
  private func explained(_ registry: TestRegistry, _ extra: String = "") throws -> TestAnswer {
    try registry.admin(.get, "/explain/web?channel=production&wrapperVersion=4.5.0\(extra)")
  }

  @Test func `lists the newest ones, and says how many there are`() throws {
    let registry = try TestRegistry()
    let artifact = try registry.artifact()
    try registry.publish("0.9.0", artifact: artifact)
    for number in 0..<100 {
      try registry.publish("1.\(number).0", artifact: artifact, ["wrapperRange": "^5.0.0"])
    }
    for (extra, listed) in [("", 100), ("&limit=1", 1), ("&limit=101", 101), ("&limit=1000", 101)] {
      let answer = try explained(registry, extra)
      let candidates = answer.data?["candidates"] as? [[String: Any]] ?? []
      #expect(candidates.count == listed, "\(extra)")
      #expect(candidates.first?["releaseVersion"] as? String == "1.99.0")
      #expect(answer.data?["candidateCount"] as? Int == 101)
      #expect(answer.data?["truncated"] as? Bool == (listed < 101))
      let release = answer.data?["release"] as? [String: Any]
      #expect(release?["releaseVersion"] as? String == "0.9.0", "is offered, listed or not")
    }
  }

  @Test(arguments: ["0", "1001", "-1", "01", "x", ""])
  func `refuses a limit that is none`(limit: String) throws {
    let registry = try TestRegistry()
    let answer = try explained(registry, "&limit=\(limit)")
    #expect(answer.status == 400)
    #expect(answer.errors == ["limit: invalid_parameter"])
    #expect(answer.detail.contains("from 1 to 1000"))
  }

  @Test func `an empty channel has nothing to leave out`() throws {
    let answer = try explained(TestRegistry())
    #expect(answer.data?["candidateCount"] as? Int == 0)
    #expect(answer.data?["truncated"] as? Bool == false)
    #expect(answer.data?["reason"] as? String == "no_published_release")
  }

  @Test func `the server says what decisions need to know of it`() throws {
    let registry = try TestRegistry()
    let facts = try registry.admin(.get, "/server")
    #expect(facts.data?["publicUrl"] as? String == "https://releases.example")
    #expect(facts.data?["apiContractVersion"] as? String == "3.1.0")
  }
}
