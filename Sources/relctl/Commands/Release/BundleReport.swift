import ReleaseBundle
import ReleaseModel

/// Shows what an inspection found, for people and for programs.
struct BundleReport {
  let inspection: BundleInspection

  func report(path: String) throws -> Report {
    Report(json: try json, text: .parts([.fields(fields(path: path)), findings]))
  }

  private var json: JSONValue {
    get throws {
      [
        "accepted": .bool(inspection.accepted),
        "findings": .array(try inspection.findings.map { try JSONValue(encoding: $0) }),
        "sha256": .string(inspection.sha256.description),
        "sizeBytes": .unsigned(inspection.sizeBytes),
        "tree": try inspection.tree.map { try JSONValue(encoding: $0) } ?? .null,
      ]
    }
  }

  private func fields(path: String) -> [Report.Field] {
    var fields = [
      Report.Field("bundle", path), Report.Field("accepted", inspection.accepted ? "yes" : "no"),
      Report.Field("sha256", inspection.sha256.description),
      Report.Field("size", ByteCount.text(inspection.sizeBytes)),
    ]
    if let tree = inspection.tree {
      fields.append(Report.Field("tree", tree.sha256.description))
      fields.append(
        Report.Field("files", "\(tree.fileCount), \(ByteCount.text(tree.unpackedBytes)) unpacked"))
    }
    return fields
  }

  private var findings: Report.Text {
    guard !inspection.findings.isEmpty else { return .lines(["Nothing was found that is wrong with it."]) }
    return .table(
      Table(
        columns: ["SEVERITY", "CODE", "ENTRY", "DETAIL"],
        rows: inspection.findings.map {
          [$0.severity.rawValue, $0.code.rawValue, $0.entry ?? "", $0.detail]
        },
        whenEmpty: ""))
  }
}
