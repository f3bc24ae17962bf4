import ReleaseTrust

/// The bridge as the page of one launch has it, over the local server.
struct LaunchBridge: Sendable {
  /// What pages load as `/_wrapper/bridge.js`.
  let script: [UInt8]
  private let launchId: String
  private let url: String
  private let bridge: Bridge

  /// - Parameter url: what to open when this launch's page is to be shown, as in `Launch.url`.
  init(_ bridge: Bridge, facts: WrapperFacts, token: String, url: String) {
    launchId = BridgeScript.launchId(token: token)
    script = BridgeScript(facts: facts, token: token).bytes
    self.url = url
    self.bridge = bridge
  }

  /// Answers a message.
  func answer(_ message: [UInt8]) async -> [UInt8] { await bridge.answer(message) }

  /// Which launch this is, what to open for it, and how its update stands. A page of an earlier launch finds out by this
  /// that another one runs.
  func state() async -> [UInt8] {
    JSONWriter.bytes(
      of: .object([
        "launch": .text(ExactText(launchId)), "url": .text(ExactText(url)),
        "event": .object(await bridge.stateEvent()),
      ]), .compact)
  }
}
