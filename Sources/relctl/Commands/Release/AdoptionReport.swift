import ReleaseModel

/// Shows what devices reported, for people and for programs.
enum AdoptionReport {
  private static let counts = ["installed", "confirmed", "rolledBack", "failed"]

  static func of(_ adoption: JSONValue, on channel: Channel) -> Report {
    let releases = adoption["releases"]?.elements ?? []
    let wrappers = releases.flatMap { release in
      (release["wrappers"]?.elements ?? []).map { (release["releaseVersion"]?.text ?? "", $0) }
    }
    var parts: [Report.Text] = [
      .table(
        Table(
          columns: [
            "RELEASE", "WRAPPER", "PLATFORM", "INSTALLED", "CONFIRMED", "ROLLED BACK", "FAILED", "FIRST SEEN",
            "LAST SEEN",
          ], rows: wrappers.map { row(of: $1, release: $0) },
          whenEmpty: "No device reported anything of a release on '\(channel)'."))
    ]
    let reasons = wrappers.flatMap { release, wrapper in
      (wrapper["reasons"]?.elements ?? []).map { row(of: $0, release: release, wrapper: wrapper) }
    }
    if !reasons.isEmpty {
      parts.append(
        .table(
          Table(
            columns: ["RELEASE", "WRAPPER", "PLATFORM", "OUTCOME", "STAGE", "CODE", "COUNT"], rows: reasons,
            whenEmpty: "")))
    }
    let notes = leftOut(of: adoption, releases)
    return Report(json: adoption, text: .parts(notes.isEmpty ? parts : parts + [.lines(notes)]))
  }

  private static func row(of wrapper: JSONValue, release: String) -> [String] {
    let reports = wrapper["reports"]
    return [release, wrapper["wrapperVersion"]?.text ?? "", wrapper["platform"]?.text ?? ""]
      + counts.map { reports?[$0]?.shown ?? "" }
      + ["firstSeenAt", "lastSeenAt"].map { reports?[$0]?.text ?? "" }
  }

  private static func row(of reason: JSONValue, release: String, wrapper: JSONValue) -> [String] {
    [release, wrapper["wrapperVersion"]?.text ?? "", wrapper["platform"]?.text ?? ""]
      + ["outcome", "stage", "code"].map { reason[$0]?.text ?? "" } + [reason["count"]?.shown ?? ""]
  }

  /// What the answer has no room for.
  private static func leftOut(of adoption: JSONValue, _ releases: [JSONValue]) -> [String] {
    let wrappers = releases.compactMap { release -> String? in
      let shown = Int64(release["wrappers"]?.elements?.count ?? 0)
      guard let all = release["wrapperCount"]?.integer, all > shown else { return nil }
      return
        "\(release["releaseVersion"]?.text ?? ""): the \(shown) of \(all) wrappers with the most reports."
    }
    return adoption["truncated"]?.bool == true
      ? wrappers + ["There are reports of older releases too; name one to see them."] : wrappers
  }
}
