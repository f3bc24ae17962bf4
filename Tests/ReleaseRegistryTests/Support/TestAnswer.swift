import Foundation
import HTTPClient

/// What the registry answered.
struct TestAnswer: Sendable {
  let status: Int
  let fields: HTTPFields
  let body: [UInt8]

  /// The body as JSON; nil when it is none.
  var json: [String: Any]? { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] }
  var data: [String: Any]? { json?["data"] as? [String: Any] }
  var list: [[String: Any]]? { json?["data"] as? [[String: Any]] }
  var nextCursor: String? { (json?["page"] as? [String: Any])?["nextCursor"] as? String }
  var code: String? { json?["code"] as? String }
  var detail: String { json?["detail"] as? String ?? "" }
  var reason: String? { json?["reason"] as? String }
  /// `field: code` of everything that is wrong with the input.
  var errors: [String] {
    (json?["errors"] as? [[String: Any]] ?? []).map {
      "\($0["field"] as? String ?? "?"): \($0["code"] as? String ?? "?")"
    }
  }
  var warnings: [String] {
    (data?["warnings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// An answer that was not the expected one.
struct UnexpectedAnswer: Error, CustomStringConvertible {
  let description: String

  init(_ answer: TestAnswer) { description = "\(answer.status) \(answer.text)" }
}
