import Dispatch
import FoundationEssentials
import HTTPClient
import ReleaseModel
import Synchronization

/// A proxy on 127.0.0.1 between one device and a registry, which does to the device what a `NetworkFault` says.
///
/// The device knows it as its registry: what it asks goes on to the real one, and the address of the archive in the
/// answer leads back here.
final class LyingNetwork: Sendable {
  /// What the device has for its registry's address.
  let url: String
  private let registry: WebAddress
  private let fault: NetworkFault
  private let client: HTTPClient
  private let socket: LoopbackSocket
  private let state = Mutex(State())

  private struct State {
    /// Where the archives are that the device was told of.
    var archives: [WebAddress] = []
    var connections: [ObjectIdentifier: LoopbackConnection] = [:]
    var hasLied = false
    var isStopped = false
  }

  private static let archivePath = "/archive-by-way-of-the-lying-network/"
  private static let queue = DispatchQueue(label: "LyingNetwork", attributes: .concurrent)

  init(
    before registry: WebAddress, _ fault: NetworkFault, certificateAuthorityFile: String?
  ) throws(SimulationError) {
    self.registry = registry
    self.fault = fault
    var configuration = HTTPClientConfiguration()
    configuration.retry = .never
    configuration.certificateAuthorityFile = certificateAuthorityFile
    client = HTTPClient(configuration: configuration)
    socket = try LoopbackSocket()
    url = "http://127.0.0.1:\(socket.port)"
    Self.queue.async { [self] in serve() }
  }

  /// Whether the fault reached the device so far.
  var hasLied: Bool { state.withLock { $0.hasLied } }

  /// Ends every connection and takes no more.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for connection in state.connections.values { connection.interrupt() }
    }
    socket.stop()
  }

  private func serve() {
    while let connection = socket.next() {
      let isWelcome = state.withLock { state in
        if !state.isStopped { state.connections[ObjectIdentifier(connection)] = connection }
        return !state.isStopped
      }
      guard isWelcome else { return }
      Self.queue.async { [self] in
        answer(connection)
        state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
      }
    }
  }

  private func answer(_ connection: LoopbackConnection) {
    guard let head = connection.readHead(), let request = DeviceRequest(head) else { return }
    if case .status(let code) = fault {
      noteLie()
      if connection.send(status: code, [("Content-Length", "0")]) { connection.finish() }
      return
    }
    do {
      if let archive = archive(at: request.target) {
        try relay(archive, request, connection)
      } else {
        try passOn(request, connection)
      }
    } catch {
      // The device sees a connection that ends too early, as it does when the registry is gone.
      return
    }
  }

  private func noteLie() { state.withLock { $0.hasLied = true } }

  private func archive(at target: String) -> WebAddress? {
    guard target.hasPrefix(Self.archivePath), let number = Int(target.dropFirst(Self.archivePath.count))
    else {
      return nil
    }
    return state.withLock { $0.archives.indices.contains(number) ? $0.archives[number] : nil }
  }

  private func relay(
    _ archive: WebAddress, _ request: DeviceRequest, _ connection: LoopbackConnection
  ) throws {
    let relay = ArchiveRelay(to: connection, fault)
    defer { if relay.hasLied { noteLie() } }
    let resume = request.offset > 0 ? ResumePoint(offset: request.offset, validator: .immutable) : nil
    let outcome = try client.download(
      DownloadRequest(archive, resume: resume, maximumBytes: .max), into: relay)
    if case .answered(let response) = outcome, !relay.hasBegun {
      _ = connection.send(status: response.status, [("Content-Length", "0")])
    }
    connection.finish()
  }

  private func passOn(_ request: DeviceRequest, _ connection: LoopbackConnection) throws {
    let base = registry.text.hasSuffix("/") ? String(registry.text.dropLast()) : registry.text
    let response = try client.send(HTTPRequest(.get, try WebAddress(parsing: base + request.target)))
    var body = response.body
    if response.isSuccess, request.path.hasSuffix("/mobile-web/releases/latest") {
      body = try leadingBack(body, response.address)
    }
    if fault == .wrongSignature, request.path.hasSuffix("/timestamp.json") { body = withWrongSignature(body) }
    var fields = [("Content-Length", "\(body.count)")]
    if let type = response.fields["Content-Type"] { fields.append(("Content-Type", type)) }
    guard connection.send(status: response.status, fields), body.withUnsafeBytes({ connection.send($0) })
    else { return }
    connection.finish()
  }

  /// The answer of a check with an archive that comes by way of this proxy.
  private func leadingBack(_ body: [UInt8], _ address: WebAddress) throws -> [UInt8] {
    guard case .object(var envelope) = try JSONDecoder().decode(JSONValue.self, from: Data(body)),
      case .object(var release)? = envelope["data"], let archive = release["zipUrl"]?.text
    else { return body }
    let target = try address.resolving(archive)
    let number = state.withLock { state in
      state.archives.append(target)
      return state.archives.count - 1
    }
    release["zipUrl"] = .string("\(url)\(Self.archivePath)\(number)")
    envelope["data"] = .object(release)
    return Array(try JSONEncoder().encode(JSONValue.object(envelope)))
  }

  /// The same metadata with another first digit in its first signature.
  private func withWrongSignature(_ body: [UInt8]) -> [UInt8] {
    var text = String(decoding: body, as: UTF8.self)
    guard let name = text.firstRange(of: "\"sig\""),
      let digit = text[name.upperBound...].firstIndex(where: \.isHexDigit)
    else { return body }
    noteLie()
    text.replaceSubrange(digit...digit, with: text[digit] == "0" ? "1" : "0")
    return Array(text.utf8)
  }
}
