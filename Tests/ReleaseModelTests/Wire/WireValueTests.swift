import Foundation
import ReleaseModel
import Testing

/// The JSON of the wire contract, checked by hand.
@Suite struct WireValueTests {
  private static let digest = String(repeating: "ab", count: 32)

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `the latest release has the documented fields`() throws {
    let candidate = try candidate(
      "2.14.0", wrapper: ">=4.2.0 <6.0.0", contract: "^3.1.0", sequence: 42, publishedAt: 1_784_628_000)
    let latest = LatestRelease(
      candidate, channel: try Channel(parsing: "production"),
      zipUrl: "https://r.example.org/mobile-web/artifacts/\(Self.digest).zip")
    #expect(
      try Self.json(latest)
        == #"{"apiContractRange":"^3.1.0","channel":"production","entryFile":"index.html","#
        + #""releaseVersion":"2.14.0","releasedAt":"2026-07-21T10:00:00Z","sequence":42,"sha256":"\#(Self.digest)","#
        + #""signatures":[],"sizeBytes":9039115,"tree":{"fileCount":154,"sha256":"\#(Self.digest)","#
        + #""unpackedBytes":23389065},"wrapperRange":">=4.2.0 <6.0.0","#
        + #""zipUrl":"https://r.example.org/mobile-web/artifacts/\#(Self.digest).zip"}"#)
    #expect(try JSONDecoder().decode(LatestRelease.self, from: JSONEncoder().encode(latest)) == latest)
  }

  @Test func `native advice names the policy and the app`() throws {
    let policy = try NativePolicyTests.policy(NativePolicyTests.android)
    let answer = NativeUpdateAnswer(
      wrapperVersion: try SemanticVersion(parsing: "4.1.0"), channel: policy.channel, platform: .android,
      policy: policy)
    #expect(
      try Self.json(answer)
        == #"{"channel":"production","latestVersion":"4.10.0","minimumVersion":"4.2.0","#
        + #""packageName":"org.example.app","platform":"android","policyId":"pol_1","#
        + #""reason":"below_minimum_version","severity":"required","status":"updateRequired","storeUrl":"https://play.google.com/store/apps/details?id=org.example.app","#
        + #""wrapperVersion":"4.1.0"}"#)
    #expect(try JSONDecoder().decode(NativeUpdateAnswer.self, from: JSONEncoder().encode(answer)) == answer)
  }

  @Test func `without a policy a wrapper is current, with a null policy and no bounds`() throws {
    let answer = NativeUpdateAnswer(
      wrapperVersion: try SemanticVersion(parsing: "4.1.0"), channel: try Channel(parsing: "beta"),
      platform: .ios,
      policy: nil)
    #expect(
      try Self.json(answer)
        == #"{"channel":"beta","platform":"ios","policyId":null,"reason":"no_active_policy","severity":"none","#
        + #""status":"current","#
        + #""wrapperVersion":"4.1.0"}"#)
  }

  @Test func `a problem follows RFC 9457 and omits what it has not`() throws {
    let problem = Problem(
      status: 404, code: ProblemCode("no_compatible_release"), detail: "nothing",
      reason: "wrapper_out_of_range")
    #expect(
      try Self.json(problem)
        == #"{"code":"no_compatible_release","detail":"nothing","reason":"wrapper_out_of_range","status":404,"#
        + #""title":"No compatible release","type":"about:blank"}"#)
    let fields = Problem(
      status: 422, code: .invalidVersion, detail: "d",
      errors: [FieldError(field: "version", code: .invalidVersion, detail: "e")])
    #expect(
      try Self.json(fields).contains(#""errors":[{"code":"invalid_version","detail":"e","field":"version"}]"#)
    )
  }

  @Test func `a draft has neither sequence nor publication date`() throws {
    let candidate = try candidate("1.0.0", sequence: 1)
    let draft = WebRelease(
      channel: try Channel(parsing: "beta"), releaseVersion: candidate.version, state: .draft, sequence: nil,
      artifactSha256: candidate.artifact, sizeBytes: 7, tree: candidate.tree, entryFile: "index.html",
      gates: candidate.gates, notes: "n", rollout: .everybody,
      rolloutSalt: RolloutSalt(0x2a), createdAt: Timestamp(secondsSinceEpoch: 0),
      publishedAt: nil, stateReason: nil, revision: 1)
    let keys = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(draft)) as? [String: Any])
      .keys
    #expect(
      keys.sorted() == [
        "apiContractRange", "artifactSha256", "channel", "createdAt", "entryFile", "notes", "releaseVersion",
        "revision", "rolloutBasisPoints", "rolloutSalt", "sizeBytes", "state", "tree", "wrapperRange",
      ])
    #expect(try JSONDecoder().decode(WebRelease.self, from: JSONEncoder().encode(draft)) == draft)
  }
}
