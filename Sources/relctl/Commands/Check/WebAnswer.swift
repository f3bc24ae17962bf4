import ReleaseModel

/// Which release a wrapper gets, or why it gets none; with the candidates, when they were asked for.
struct WebAnswer {
  let question: WebQuestion
  /// The release that was chosen.
  let version: String?
  private let reason: String?
  private let detail: String?
  /// The release that is offered; nil when there is none.
  let release: JSONValue?
  private let candidates: [JSONValue]
  private let json: JSONValue

  init(_ question: WebQuestion, release: JSONValue) {
    self.question = question
    self.release = release
    version = release["releaseVersion"]?.text
    (reason, detail) = (nil, nil)
    candidates = []
    json = release
  }

  init(_ question: WebQuestion, reason: String, detail: String?) {
    self.question = question
    self.reason = reason
    self.detail = detail
    (version, release) = (nil, nil)
    candidates = []
    json = [
      "code": .string(ProblemCode.noCompatibleRelease.rawValue), "reason": .string(reason),
      "releaseVersion": nil,
      "detail": detail.map { .string($0) } ?? .null,
    ]
  }

  init(_ question: WebQuestion, explanation: JSONValue) {
    self.question = question
    release = explanation["release"]
    version = release?["releaseVersion"]?.text
    reason = explanation["reason"]?.text
    detail = nil
    candidates = explanation["candidates"]?.elements ?? []
    json = explanation
  }

  /// The release in a sentence.
  var name: String { version ?? "nothing (\(reason ?? "no reason"))" }

  /// Whether the channel has no published release at all, as one has whose name is misspelled.
  var findsNothingPublished: Bool { reason == NoReleaseReason.noPublishedRelease.rawValue }

  var report: Report {
    let who = "wrapper \(question.wrapperVersion) on \(question.channel)"
    var parts: [Report.Text] = []
    if let release {
      parts.append(.lines(["\(who) gets \(name)."]))
      let fields: [(String, String?)] = [
        ("wrappers", release["wrapperRange"]?.text), ("API contract", release["apiContractRange"]?.text),
        ("entry file", release["entryFile"]?.text), ("bundle", release["zipUrl"]?.text),
        ("sha256", release["sha256"]?.text), ("size", release["sizeBytes"]?.unsigned.map(ByteCount.text)),
        ("released", release["releasedAt"]?.text),
      ]
      parts.append(.fields(fields.compactMap { name, value in value.map { Report.Field(name, $0) } }))
    } else {
      parts.append(.lines(["\(who) gets \(name)."] + (detail.map { [$0] } ?? [])))
    }
    if !candidates.isEmpty { parts.append(.table(table)) }
    if let count = json["candidateCount"]?.shown, json["truncated"] == true {
      parts.append(
        .lines(["\(candidates.count) of \(count) releases are listed, the newest; --limit lists more."]))
    }
    return Report(json: json, text: .parts(parts))
  }

  private var table: Table {
    Table(
      columns: ["CANDIDATE", "STATE", "REASON", "DETAIL"],
      rows: candidates.map { candidate in
        ["releaseVersion", "state", "reason", "detail"].map { candidate[$0]?.shown ?? "" }
      },
      whenEmpty: "")
  }
}
