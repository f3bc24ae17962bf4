import HTTPClient
import ReleaseModel

/// A question to the server whose answer is kept for later.
struct WireQuestion {
  let client: HTTPClient
  let cache: ReadCache
  let address: WebAddress

  /// What came of asking.
  enum Outcome {
    /// 200, or a kept answer to the same question as far as the mode allows.
    case answer(ReadAnswer)
    /// Another answer; it counts.
    case refused(status: Int, body: [UInt8])
    /// No answer; the reason for programs and for people.
    case unreachable(reason: String, message: String)
  }

  /// Asks. Being offline is an outcome; another trouble of the connection is an error.
  ///
  /// - Parameter isUsable: whether a kept answer can still be read.
  func ask(
    _ mode: ReadMode, cancellation: Cancellation?, isUsable: ([UInt8]) -> Bool
  ) throws(InstallerError) -> Outcome {
    var message: String?
    // The address without the host, which is the cache's scope.
    let key = ReadKey(group: address.path, name: address.text)
    let result = try cache.readBlocking(key, as: .summary, mode, isUsable: isUsable) {
      (entityTag) throws(InstallerError) in
      do throws(HTTPClientError) {
        return ReadResponse(try client.send(request(entityTag), cancellation: cancellation))
      } catch {
        guard ReleaseCheck.meansOffline(error.code) else { throw InstallerError(check: error) }
        message = error.message
        return .unreachable(reason: error.code.rawValue)
      }
    }
    switch result {
    case .answer(let answer): return .answer(answer)
    case .refused(let status, let body): return .refused(status: status, body: body)
    case .unavailable(let reason):
      return .unreachable(
        reason: reason, message: message ?? "\(address) cannot answer (\(reason)); try again later")
    }
  }

  private func request(_ entityTag: String?) -> HTTPRequest {
    var fields: HTTPFields = [:]
    fields["If-None-Match"] = entityTag
    return HTTPRequest(.get, address, fields: fields)
  }
}

extension ReadResponse {
  init(_ response: HTTPResponse) {
    self = .answered(
      status: response.status, body: response.body, entityTag: Self.sendable(response.fields["ETag"]))
  }

  /// An entity tag that may be sent back: a server could otherwise say one with which no request ever goes out again.
  static func sendable(_ tag: String?) -> String? {
    guard let tag, (1...200).contains(tag.utf8.count), tag.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else {
      return nil
    }
    return tag
  }
}

extension Installation {
  /// What the server answered to this device, kept under `mobile-web/cache`.
  func answers(of source: ReleaseSource) -> ReadCache {
    // The cache makes its own folder and not the one above it. Where that cannot be, nothing is kept.
    do throws(InstallerError) { _ = try root(.cache) } catch {}
    var limits = CacheLimits()
    limits.maximumEntries = 20
    limits.maximumBytes = 1 << 20
    limits.maximumBodyBytes = 128 << 10
    return ReadCache(
      folder: path(InstallationRoot.cacheName),
      scope: DataScope(environment: source.server.text), limits: limits,
      now: { [now = environment.now] in now().secondsSinceEpoch })
  }
}
