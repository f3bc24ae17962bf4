/// Puts the pieces of one body together over several answers, and sends everything that is not the body elsewhere.
final class DownloadReceiver: ResponseReceiver {
  /// What the last answer turned out to be.
  enum Verdict {
    /// The body, or the asked part of it.
    case body
    /// The server has nothing from this offset on: all is there, or what is there is wrong.
    case nothingLeft(totalBytes: UInt64?)
    /// A part that was not asked for; start at zero.
    case wrongPart
    /// Another answer.
    case other
  }

  private(set) var verdict = Verdict.other
  /// The number of bytes that the sink has.
  private(set) var offset: UInt64
  private(set) var entityTag: String?
  /// The body of an answer that is not the download.
  private(set) var otherBody: [UInt8] = []
  private let request: DownloadRequest
  private let sink: any DownloadSink
  private let progress: ((TransferProgress) -> Void)?
  private var totalBytes: UInt64?

  /// As much of a refusal as is worth keeping ...
  private static let maximumOtherBytes = 64 << 10
  /// ... and as much as is read of one before the server is taken for one that never ends.
  private static let patienceWithOtherBytes = 4 << 20
  private var otherBytes = 0

  init(_ request: DownloadRequest, into sink: any DownloadSink, progress: ((TransferProgress) -> Void)?) {
    self.request = request
    self.sink = sink
    self.progress = progress
    offset = request.resume?.offset ?? 0
    if case .entityTag(let tag) = request.resume?.validator { entityTag = tag }
  }

  func begin(_ head: ResponseHead) throws(HTTPClientError) {
    otherBody = []
    otherBytes = 0
    switch head.status {
    case 200:
      try beginBody(head, at: 0, length: head.contentLength)
    case 206:
      let range = head.fields["Content-Range"].flatMap(ContentRange.init)
      guard let range, range.firstByte == offset, offset > 0 else {
        verdict = .wrongPart
        return
      }
      let total = range.totalBytes ?? head.contentLength.map { $0 &+ offset }
      try beginBody(head, at: offset, length: total)
    case 416:
      let range = head.fields["Content-Range"].flatMap(ContentRange.init)
      verdict = .nothingLeft(totalBytes: range?.totalBytes)
    default:
      verdict = .other
    }
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws(HTTPClientError) {
    guard case .body = verdict else {
      otherBody.append(contentsOf: bytes.prefix(Self.maximumOtherBytes - otherBody.count))
      otherBytes += bytes.count
      guard otherBytes <= Self.patienceWithOtherBytes else {
        throw HTTPClientError(
          .invalidResponse,
          "\(request.address): instead of the body, the server sends something that does not end")
      }
      return
    }
    guard UInt64(bytes.count) <= request.maximumBytes - offset else { throw tooLarge() }
    try handing { try sink.write(bytes) }
    offset += UInt64(bytes.count)
    progress?(TransferProgress(bytes: offset, totalBytes: totalBytes))
  }

  /// Forgets what is there, for an attempt from zero.
  func startOver() {
    offset = 0
    entityTag = nil
  }

  private func beginBody(_ head: ResponseHead, at start: UInt64, length: UInt64?) throws(HTTPClientError) {
    if let encoding = head.fields["Content-Encoding"], encoding.lowercased() != "identity" {
      throw HTTPClientError(
        .invalidResponse,
        "\(request.address): the bytes were re-encoded (\(encoding)) although that was not asked for; "
          + "a proxy or CDN in between changes them")
    }
    guard (length ?? 0) <= request.maximumBytes else { throw tooLarge() }
    verdict = .body
    offset = start
    entityTag = head.strongEntityTag ?? (start > 0 ? entityTag : nil)
    totalBytes = length ?? request.expectedBytes
    try handing { try sink.begin(at: start, totalBytes: length, head) }
  }

  private func handing(_ step: () throws -> Void) throws(HTTPClientError) {
    do {
      try step()
    } catch {
      throw HTTPClientError(
        .sinkFailed, "\(request.address): what was downloaded could not be kept: \(error)", cause: error)
    }
  }

  private func tooLarge() -> HTTPClientError {
    HTTPClientError(
      .tooLarge, "\(request.address): the body is longer than the \(request.maximumBytes) bytes allowed")
  }
}
