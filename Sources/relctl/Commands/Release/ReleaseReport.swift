import ReleaseModel

/// Shows web releases, for people and for programs.
enum ReleaseReport {
  /// One release with everything that is known about it, and what a person was warned about.
  static func one(
    _ release: JSONValue, saying sentence: String? = nil, warnings: [JSONValue]? = nil
  ) -> Report {
    let fields: [(String, String?)] = [
      ("channel", release["channel"]?.text), ("version", release["releaseVersion"]?.text),
      ("state", state(of: release)), ("reason", release["stateReason"]?.text),
      ("sequence", release["sequence"]?.shown), ("wrappers", release["wrapperRange"]?.text),
      ("API contract", release["apiContractRange"]?.text), ("rollout", rollout(of: release)),
      ("entry file", release["entryFile"]?.text), ("notes", release["notes"]?.text),
      ("sha256", release["artifactSha256"]?.text),
      ("size", release["sizeBytes"]?.unsigned.map(ByteCount.text)),
      ("tree", release["tree"]?["sha256"]?.text), ("files", release["tree"]?["fileCount"]?.shown),
      ("created", release["createdAt"]?.text), ("published", release["publishedAt"]?.text),
      ("revision", release["revision"]?.shown),
    ]
    let shown = fields.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : Report.Field(name, $0) }
    }
    let lead: [Report.Text] = sentence.map { [.lines([$0])] } ?? []
    var json = release
    if let warnings, case .object(var members) = release {
      members["warnings"] = .array(warnings)
      json = .object(members)
    }
    return Report(json: json, text: .parts(lead + [.fields(shown)]))
  }

  /// Many releases, a line each.
  static func list(_ releases: [JSONValue], of channel: String?) -> Report {
    let rows = releases.map { release in
      [
        release["channel"]?.text ?? "", release["releaseVersion"]?.text ?? "", state(of: release) ?? "",
        release["wrapperRange"]?.text ?? "", release["apiContractRange"]?.text ?? "",
        rollout(of: release) ?? "", release["publishedAt"]?.text ?? "",
      ]
    }
    let whenEmpty = channel.map { "There are no releases on '\($0)'." } ?? "There are no releases."
    return Report(
      json: .array(releases),
      text: .table(
        Table(
          columns: ["CHANNEL", "VERSION", "STATE", "WRAPPERS", "API CONTRACT", "ROLLOUT", "PUBLISHED"],
          rows: rows, whenEmpty: whenEmpty)))
  }

  private static func state(of release: JSONValue) -> String? { release["state"]?.text }

  /// Basis points as a percentage, without a fraction where there is none.
  private static func rollout(of release: JSONValue) -> String? {
    release["rolloutBasisPoints"]?.integer.map(BasisPoints.text)
  }
}
