import HTTPClient
import ReleaseTrust

/// The way of one target from the server into a file; every byte is counted and hashed before it is written.
final class TargetDownload: DownloadSink {
  private let target: FoundTarget
  private let file: PendingFile
  private var verifier: FileVerifier

  init(of target: FoundTarget, into file: PendingFile) throws(TrustError) {
    self.target = target
    self.file = file
    verifier = try FileVerifier(target.file, path: target.path)
  }

  /// Fetches the whole file. After a failure, what the file holds is worth nothing.
  func run(
    from folder: WebAddress, with client: HTTPClient, cancellation: Cancellation?
  ) throws(TrustError) {
    switch try outcome(from: folder, with: client, cancellation) {
    case .complete: try verifier.finish()
    case .answered(let response):
      throw TrustError(
        .targetFetchFailed,
        "\(response.address) answered \(response.status) instead of '\(target.path)'; is this the address of the"
          + " repository's targets?")
    }
  }

  func begin(at offset: UInt64, totalBytes: UInt64?, _ head: ResponseHead) throws {
    if let totalBytes, totalBytes != UInt64(target.file.length) {
      throw TrustError(
        .targetLengthMismatch,
        "'\(target.path)' has \(totalBytes) bytes instead of the stated \(target.file.length)")
    }
    try file.clear()
    verifier = try FileVerifier(target.file, path: target.path)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try verifier.update(bytes)
    try file.write(bytes)
  }

  private func outcome(
    from folder: WebAddress, with client: HTTPClient, _ cancellation: Cancellation?
  ) throws(TrustError) -> DownloadOutcome {
    let length = UInt64(target.file.length)
    do throws(HTTPClientError) {
      let request = DownloadRequest(
        try folder.appending(encodedPath: target.downloadPath), maximumBytes: length, expectedBytes: length)
      return try client.download(request, into: self, cancellation: cancellation)
    } catch {
      if let cause = error.cause as? TrustError { throw cause }
      guard error.code == .tooLarge else {
        throw TrustError(
          .targetFetchFailed, "cannot fetch '\(target.path)': \(error.message)", cause: error)
      }
      throw TrustError(
        .targetLengthMismatch, "'\(target.path)' is longer than the \(length) bytes that are stated for it",
        cause: error)
    }
  }
}
