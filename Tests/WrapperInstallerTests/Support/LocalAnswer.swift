import Dispatch
import ReleaseTesting

/// An answer of the local server, as text.
struct LocalAnswer {
  let status: Int
  let fields: [String: String]
  let body: String

  subscript(name: String) -> String? { fields[name.lowercased()] }

  private static let queue = DispatchQueue(label: "LocalAnswer", attributes: .concurrent)

  /// Sends one request over a connection of its own. `Host` is the server's own unless `fields` has one.
  ///
  /// It waits on a thread of its own: the server answers messages on the threads that tests run on.
  static func of(
    _ port: UInt16, _ method: String, _ target: String, fields: [String] = [], body: String? = nil
  ) async throws -> LocalAnswer {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result { try answer(port, method, target, fields: fields, body: body) })
      }
    }
  }

  private static func answer(
    _ port: UInt16, _ method: String, _ target: String, fields: [String], body: String?
  ) throws -> LocalAnswer {
    let socket = try ClientSocket(port: port)
    let hasHost = fields.contains { $0.lowercased().hasPrefix("host:") }
    let host = hasHost ? [] : ["Host: 127.0.0.1:\(port)"]
    let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
    let lines = ["\(method) \(target) HTTP/1.1", "Connection: close"] + host + length + fields
    socket.send(Array((lines.map { $0 + "\r\n" }.joined() + "\r\n" + (body ?? "")).utf8))
    return LocalAnswer(socket.readToEnd())
  }

  private init(_ text: String) {
    // In Swift a CR and the LF after it are one character.
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let head = lines.prefix { !$0.isEmpty }
    status = head.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    fields = Dictionary(
      head.dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
      }, uniquingKeysWith: { $0 + ", " + $1 })
    body = lines.dropFirst(head.count + 1).joined(separator: "\r\n")
  }
}
