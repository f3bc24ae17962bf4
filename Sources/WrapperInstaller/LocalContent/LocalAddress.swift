import HTTPServer

/// The address of the local server, and who may speak to it.
///
/// Any program of the device, and any page that its browser shows, can open a connection to 127.0.0.1. A page of another
/// server gives itself away by `Host` when its name was made to lead here (DNS rebinding), and by `Origin` and
/// `Sec-Fetch-Site` when it sends requests to the real address.
struct LocalAddress: Hashable {
  let port: UInt16

  /// Refuses a request that names another server.
  func refusal(of head: RequestHead) -> ContentRefusal? {
    // With an absolute target, `Host` is what that names (RFC 9112, 3.2.2).
    guard let host = head["Host"], isOwn(host) else {
      return .wrongHost(port: port)
    }
    return nil
  }

  /// Refuses a request for the wrapper's own names that a page of another server sends. What a person opens is let in.
  func refusal(ofForeign head: RequestHead) -> ContentRefusal? {
    switch head["Sec-Fetch-Site"] {
    case nil, "same-origin", "none": nil
    default: .foreignOrigin
    }
  }

  /// Refuses a message that does not come from a page of this server. Browsers put `Origin` on every POST.
  func refusal(ofMessage head: RequestHead) -> ContentRefusal? {
    if let refusal = refusal(ofForeign: head) { return refusal }
    guard let origin = head["Origin"], let host = head["Host"],
      origin.lowercased() == "http://\(host.lowercased())"
    else { return .foreignOrigin }
    // What a form can send without asking first is plain text at best.
    let type = head["Content-Type"]?.split(separator: ";").first?.lowercased()
    return type == "application/json" ? nil : .messageNotJSON
  }

  private func isOwn(_ host: String) -> Bool {
    ["127.0.0.1", "localhost"].contains { name in
      host.lowercased() == "\(name):\(port)" || (port == 80 && host.lowercased() == name)
    }
  }
}
