import ReleaseTrust

/// The content of answers and events, as pages read it.
enum BridgeData {
  /// How a check ended, and which update to show now.
  static func check(_ result: InstallResult, offer: UpdateOffer) -> JSONObject {
    [
      "outcome": .text(ExactText(result.outcome.rawValue)), "reason": text(result.reason),
      "message": .text(ExactText(result.message)), "offeredVersion": text(result.offeredVersion),
      "offer": self.offer(offer),
    ]
  }

  /// Which update to show. Members that do not belong to the kind are null.
  static func offer(_ offer: UpdateOffer) -> StrictJSON {
    switch offer {
    case .nothing: .object(members("nothing"))
    case .nativeRequired(let advice): .object(members("nativeRequired", advice))
    case .nativeRecommended(let advice): .object(members("nativeRecommended", advice))
    case .web(let version): .object(members("web", version: version))
    }
  }

  /// `{"type": "release.state", "data": {…}}`
  static func event(_ state: UpdateState) -> JSONObject {
    ["type": "release.state", "data": .object(self.state(state))]
  }

  /// The JSON form of a state, as `UpdateState` describes it.
  static func state(_ state: UpdateState) -> JSONObject {
    switch state {
    case .idle: ["state": "idle"]
    case .checking: ["state": "checking"]
    case .downloading(let bytes, let total):
      [
        "state": "downloading", "bytes": .integer(Int64(clamping: bytes)),
        "total": .integer(Int64(clamping: total)),
      ]
    case .installed: ["state": "installed"]
    case .restarting: ["state": "restarting"]
    case .updateFailed(let code, let retryable):
      ["state": "updateFailed", "code": .text(ExactText(code)), "retryable": .bool(retryable)]
    }
  }

  private static func members(
    _ kind: ExactText, _ advice: NativeUpdateAdvice? = nil, version: String? = nil
  ) -> JSONObject {
    [
      "kind": .text(kind), "version": text(version ?? advice?.latestVersion),
      "storeUrl": text(advice?.storeUrl), "message": text(advice?.message),
    ]
  }

  private static func text(_ text: String?) -> StrictJSON {
    text.map { .text(ExactText($0)) } ?? .null
  }
}
