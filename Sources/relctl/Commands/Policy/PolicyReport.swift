import ReleaseModel

/// Shows native policies, for people and for programs.
enum PolicyReport {
  static func one(_ policy: JSONValue, saying sentence: String? = nil) -> Report {
    let fields: [(String, String?)] = [
      ("id", policy["id"]?.text), ("channel", policy["channel"]?.text),
      ("platform", policy["platform"]?.text), ("active", policy["active"]?.bool.map { $0 ? "yes" : "no" }),
      ("minimum", policy["minimumVersion"]?.text), ("latest", policy["latestVersion"]?.text),
      ("App Store ID", policy["appStoreId"]?.text), ("package name", policy["packageName"]?.text),
      ("store URL", policy["storeUrl"]?.text), ("message", policy["message"]?.text),
      ("updated", policy["updatedAt"]?.text), ("revision", policy["revision"]?.shown),
    ]
    let shown = fields.compactMap { name, value in value.map { Report.Field(name, $0) } }
    let lead: [Report.Text] = sentence.map { [.lines([$0])] } ?? []
    return Report(json: policy, text: .parts(lead + [.fields(shown)]))
  }

  static func list(_ policies: [JSONValue]) -> Report {
    let rows = policies.map { policy in
      ["id", "channel", "platform", "minimumVersion", "latestVersion"].map { policy[$0]?.shown ?? "" }
        + [policy["active"]?.bool == true ? "yes" : "no", policy["updatedAt"]?.text ?? ""]
    }
    return Report(
      json: .array(policies),
      text: .table(
        Table(
          columns: ["ID", "CHANNEL", "PLATFORM", "MINIMUM", "LATEST", "ACTIVE", "UPDATED"], rows: rows,
          whenEmpty: "There are no policies: every wrapper is told that it is current.")))
  }
}
