import Fuzzing
import ReleaseTrust

@testable import WrapperInstaller

/// What holds for every message of a page: it gets one answer, which is JSON that the page can tell from others.
enum MessageProperties {
  /// The first byte says how the device behaves, and the rest is the message.
  static func check(_ bytes: [UInt8]) {
    let message = Array(bytes.dropFirst())
    let device = FuzzedDevice(behavior: bytes.first ?? 0, text: String(decoding: message, as: UTF8.self))
    let priority = SharedPriority(UpdatePriority(canRestart: device.behavior & 1 == 0)) {
      (_) throws(InstallerError) in try device.keep()
    }
    let bridge = Bridge(device, priority: priority)
    let request = attempt { try BridgeRequest(parsing: message) }
    let answer = AwaitedAnswer.wait { await bridge.answer(message) }
    guard let reply = object(answer) else {
      require(false, "every answer is a JSON object")
      return
    }
    require(String(validating: answer, as: UTF8.self) != nil, "every answer is UTF-8")
    check(reply, to: request)
    let event = object(bridge.event(device.updateState))
    require(event?["type"] == .text("release.state"), "every state is an event")
  }

  private static func check(_ reply: JSONObject, to request: BridgeRequest?) {
    let isDone = reply["ok"] == .bool(true)
    require(isDone || reply["ok"] == .bool(false), "an answer says whether it was done")
    require((reply["data"] != nil) == isDone, "what was done has data")
    require((reply["error"] != nil) == !isDone, "what was not done says why")
    require(reply.members.count == 3, "an answer has nothing else")
    if let request {
      require(reply["id"] == .text(ExactText(request.id)), "an answer has the id of its message")
    } else {
      require(!isDone, "what is no message is not done")
    }
    guard case .object(let error)? = reply["error"] else { return }
    guard case .text(let code)? = error["code"], case .text? = error["message"],
      case .bool? = error["retryable"]
    else {
      require(false, "an error has a code, a message, and whether to try again")
      return
    }
    require(!code.string.isEmpty, "an error has a code")
  }

  private static func object(_ bytes: [UInt8]) -> JSONObject? {
    guard case .object(let members)? = attempt({ try JSONReader.read(bytes, maximumBytes: 1 << 20) }) else {
      return nil
    }
    return members
  }
}
