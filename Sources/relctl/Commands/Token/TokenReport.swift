import ReleaseModel

/// Shows tokens without their secrets, for people and for programs.
enum TokenReport {
  static func one(_ token: JSONValue, saying sentence: String) -> Report {
    let fields: [(String, String?)] = [
      ("id", token["id"]?.text), ("name", token["name"]?.text), ("role", token["role"]?.text),
      ("channels", channels(of: token)), ("expires", token["expiresAt"]?.text),
    ]
    let shown = fields.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : Report.Field(name, $0) }
    }
    return Report(json: token, text: .parts([.lines([sentence]), .fields(shown)]))
  }

  static func list(_ tokens: [JSONValue]) -> Report {
    let rows = tokens.map { token in
      [
        token["id"]?.text ?? "", token["name"]?.text ?? "", token["role"]?.text ?? "", channels(of: token),
        token["createdAt"]?.text ?? "", token["expiresAt"]?.text ?? "never", token["revokedAt"]?.text ?? "",
      ]
    }
    return Report(
      json: .array(tokens),
      text: .table(
        Table(
          columns: ["ID", "NAME", "ROLE", "CHANNELS", "CREATED", "EXPIRES", "REVOKED"], rows: rows,
          whenEmpty: "There are no tokens.")))
  }

  private static func channels(of token: JSONValue) -> String {
    (token["channels"]?.elements ?? []).compactMap(\.text).joined(separator: ", ")
  }
}
