import ReleaseTrust

/// What goes back to the page, under the id of its message.
enum BridgeReply {
  /// `{"data": {…}, "id": "…", "ok": true}`
  static func success(_ data: JSONObject, id: String) -> [UInt8] {
    bytes(["id": .text(ExactText(id)), "ok": .bool(true), "data": .object(data)])
  }

  /// `{"error": {"code": "…", "message": "…", "retryable": false}, "id": "…", "ok": false}`; the id is null when the
  /// message had none.
  static func failure(_ error: BridgeError, id: String?) -> [UInt8] {
    bytes([
      "id": id.map { .text(ExactText($0)) } ?? .null, "ok": .bool(false),
      "error": .object([
        "code": .text(ExactText(error.code)), "message": .text(ExactText(error.message)),
        "retryable": .bool(error.isRetryable),
      ]),
    ])
  }

  private static func bytes(_ object: JSONObject) -> [UInt8] {
    JSONWriter.bytes(of: .object(object), .compact)
  }
}
