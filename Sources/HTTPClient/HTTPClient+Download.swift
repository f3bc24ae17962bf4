extension HTTPClient {
  /// Fetches a body into `sink`, continuing where a cut connection left off, at most `maximumBytes` of it.
  ///
  /// A part is continued only when the server confirms that it is the same body (`If-Range`); a server that
  /// answers 200 instead of 206, another range, or 416 makes the sink begin at zero again.
  package func download(
    _ request: DownloadRequest, into sink: any DownloadSink, progress: ((TransferProgress) -> Void)? = nil,
    cancellation: Cancellation? = nil
  ) throws(HTTPClientError) -> DownloadOutcome {
    let receiver = DownloadReceiver(request, into: sink, progress: progress)
    var schedule = RetrySchedule(configuration.retry, isRepeatable: true, environment: environment)
    while true {
      let offsetBefore = receiver.offset
      do {
        let outcome = try attempt(request, receiver, cancellation)
        guard case .answered(let response) = outcome, let delay = schedule.delay(after: response.head) else {
          return outcome
        }
        try wait(delay, cancellation, for: request.address)
      } catch {
        if receiver.offset >= offsetBefore + Self.progressThatCounts { schedule.noteProgress() }
        guard let delay = schedule.delay(after: error) else { throw error }
        try wait(delay, cancellation, for: request.address)
      }
    }
  }

  /// An attempt that brought at least this many bytes was worth it, so the count of attempts starts anew.
  private static var progressThatCounts: UInt64 { 1 << 20 }

  /// One attempt, or two when the server shows that what is there cannot be continued.
  private func attempt(
    _ request: DownloadRequest, _ receiver: DownloadReceiver, _ cancellation: Cancellation?
  ) throws(HTTPClientError) -> DownloadOutcome {
    for _ in 0..<2 {
      let offset = receiver.offset
      let (head, address) = try follow(
        partRequest(request, receiver), timeout: nil, acceptsCompression: false, into: receiver,
        progress: nil,
        cancellation: cancellation)
      switch receiver.verdict {
      case .body:
        try requireWholeBody(request, receiver)
        return .complete(sizeBytes: receiver.offset, head: head)
      case .nothingLeft(let totalBytes) where offset > 0 && totalBytes == offset:
        return .complete(sizeBytes: offset, head: head)
      case .nothingLeft where offset > 0, .wrongPart where offset > 0:
        receiver.startOver()
      case .nothingLeft, .wrongPart, .other:
        return .answered(HTTPResponse(head: head, body: receiver.otherBody, address: address))
      }
    }
    throw HTTPClientError(
      .invalidResponse, "\(request.address): the server keeps sending parts that were not asked for")
  }

  private func partRequest(_ request: DownloadRequest, _ receiver: DownloadReceiver) -> HTTPRequest {
    var part = HTTPRequest(.get, request.address, fields: request.fields)
    if let tag = receiver.entityTag {
      part.fields["If-Range"] = tag
    } else if request.resume?.validator != .immutable {
      receiver.startOver()
    }
    if receiver.offset > 0 {
      part.fields["Range"] = "bytes=\(receiver.offset)-"
    } else {
      part.fields["If-Range"] = nil
    }
    return part
  }

  private func requireWholeBody(
    _ request: DownloadRequest, _ receiver: DownloadReceiver
  ) throws(HTTPClientError) {
    guard let expected = request.expectedBytes, receiver.offset < expected else { return }
    throw HTTPClientError(
      .cutShort,
      "\(request.address): the connection ended after \(receiver.offset) of \(expected) bytes; try again")
  }
}
