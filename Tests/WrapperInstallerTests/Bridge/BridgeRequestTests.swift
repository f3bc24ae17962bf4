import ReleaseTrust
import Testing

@testable import WrapperInstaller

@Suite struct BridgeRequestTests {
  private func request(_ text: String) throws -> BridgeRequest {
    try BridgeRequest(parsing: Array(text.utf8))
  }

  private func refusal(_ bytes: [UInt8]) -> BridgeRequest.Refusal? {
    do throws(BridgeRequest.Refusal) {
      _ = try BridgeRequest(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      (#"{"id":"1","type":"release.checkForUpdate"}"#, .checkForUpdate),
      (#"{"params":{},"type":"release.checkForUpdate","id":"1"}"#, .checkForUpdate),
      (#" {"id":"1","type":"release.restartWithInstalledUpdate"} "#, .restartWithInstalledUpdate),
      (#"{"id":"1","type":"release.confirm","params":{"token":"5f0c"}}"#, .confirm(token: "5f0c")),
      (
        #"{"id":"1","type":"release.decline","params":{"update":"native","version":"4.6.0"}}"#,
        .decline(.native, version: "4.6.0")
      ),
      (
        #"{"id":"1","type":"release.decline","params":{"update":"native","version":null}}"#,
        .decline(.native, version: nil)
      ),
      (#"{"id":"1","type":"release.decline","params":{"update":"web"}}"#, .decline(.web, version: nil)),
      (#"{"id":"1","type":"release.returnedFromStore"}"#, .returnFromStore),
      (#"{"id":"1","type":"release.check\u0046orUpdate"}"#, .checkForUpdate),
    ] as [(String, BridgeMessage)])
  func `reads the messages`(text: String, message: BridgeMessage) throws {
    let request = try request(text)
    #expect(request.message == message)
    #expect(request.id == "1")
  }

  @Test(
    arguments: [
      ("", nil, "malformed_message"), ("null", nil, "malformed_message"), ("[]", nil, "malformed_message"),
      ("{}", nil, "malformed_message"), (#"{"id":1,"type":"release.confirm"}"#, nil, "malformed_message"),
      (#"{"id":"","type":"release.checkForUpdate"}"#, nil, "malformed_message"),
      (#"{"id":"1"}"#, "1", "malformed_message"), (#"{"id":"1","type":7}"#, "1", "malformed_message"),
      (#"{"id":"1","type":"release.checkForUpdate","x":1}"#, "1", "malformed_message"),
      (#"{"id":"1","id":"2","type":"release.checkForUpdate"}"#, nil, "malformed_message"),
      (#"{"id":"1","type":"release.confirm","params":{"token":"a","token":"b"}}"#, nil, "malformed_message"),
      (#"{"id":"1","type":"release.checkForUpdate"}{}"#, nil, "malformed_message"),
      (#"{"id":"1","type":"release.checkForUpdate","params":{"a":1.5}}"#, nil, "malformed_message"),
      ("\u{feff}{}", nil, "malformed_message"),
      (#"{"id":"1","type":"release.checkforupdate"}"#, "1", "unknown_type"),
      (#"{"id":"1","type":""}"#, "1", "unknown_type"),
      (#"{"id":"1","type":"__proto__"}"#, "1", "unknown_type"),
      (#"{"id":"1","type":"release.checkForUpdate","params":[]}"#, "1", "invalid_params"),
      (#"{"id":"1","type":"release.checkForUpdate","params":null}"#, "1", "invalid_params"),
      (#"{"id":"1","type":"release.checkForUpdate","params":{"force":true}}"#, "1", "invalid_params"),
      (#"{"id":"1","type":"release.returnedFromStore","params":{"version":"1"}}"#, "1", "invalid_params"),
      (#"{"id":"1","type":"release.confirm"}"#, "1", "invalid_params"),
      (#"{"id":"1","type":"release.confirm","params":{"token":5}}"#, "1", "invalid_params"),
      (#"{"id":"1","type":"release.decline","params":{"update":"both"}}"#, "1", "invalid_params"),
      (#"{"id":"1","type":"release.decline","params":{"update":"web","version":1}}"#, "1", "invalid_params"),
    ] as [(String, String?, String)])
  func `refuses what is no message, under its id where it has one`(text: String, id: String?, code: String) {
    let refusal = refusal(Array(text.utf8))
    #expect(refusal?.error.code == code)
    #expect(refusal?.id == id)
    #expect(refusal?.error.isRetryable == false)
  }

  @Test func `refuses ten megabytes without reading them`() {
    let long = Array(#"{"id":"1","type":""#.utf8) + [UInt8](repeating: 0x61, count: 10 << 20)
    #expect(refusal(long)?.error.code == "message_too_large")
  }

  @Test func `takes a message of the largest size`() throws {
    let start = #"{"id":"1","type":"release.checkForUpdate"}"#
    let room = BridgeRequest.maximumBytes - start.utf8.count
    #expect(try request(start + String(repeating: " ", count: room)).message == .checkForUpdate)
    #expect(
      refusal(Array((start + String(repeating: " ", count: room + 1)).utf8))?.error.code
        == "message_too_large")
  }

  @Test func `refuses deep nesting`() {
    let deep = #"{"id":"1","type":"release.checkForUpdate","params":{"a":"#
    let text = deep + String(repeating: "[", count: 8_000) + String(repeating: "]", count: 8_000) + "}}"
    #expect(refusal(Array(text.utf8))?.error.code == "malformed_message")
  }

  @Test func `refuses bytes that are not UTF-8`() {
    #expect(refusal([0x7b, 0xff, 0x7d])?.error.code == "malformed_message")
  }

  @Test func `refuses an id that is too long`() throws {
    func text(_ count: Int) -> String {
      #"{"id":"\#(String(repeating: "i", count: count))","type":"release.checkForUpdate"}"#
    }
    #expect(try request(text(128)).id.utf8.count == 128)
    #expect(refusal(Array(text(129).utf8))?.id == nil)
    #expect(refusal(Array(text(129).utf8))?.error.code == "malformed_message")
  }

  @Test func `never crashes on a message that is cut or has a byte flipped`() {
    let whole = Array(
      #"{"id":"1","type":"release.decline","params":{"update":"web","version":"1.0.0"}}"#.utf8)
    for count in whole.indices { #expect(refusal(Array(whole[..<count])) != nil) }
    for index in whole.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = whole
        bytes[index] = byte
        // Whatever comes out, the reply to it can be written and read.
        guard let refusal = refusal(bytes) else { continue }
        let reply = BridgeReply.failure(refusal.error, id: refusal.id)
        #expect(throws: Never.self) { try JSONReader.read(reply, maximumBytes: 1 << 16) }
      }
    }
  }
}
