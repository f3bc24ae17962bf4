import CCurl
import Glibc

/// How far a transfer is.
package struct TransferProgress: Sendable, Hashable {
  /// Bytes of the body that were moved so far, those of earlier attempts included.
  package let bytes: UInt64
  /// The length of the whole body, when it is known.
  package let totalBytes: UInt64?

  package init(bytes: UInt64, totalBytes: UInt64?) {
    self.bytes = bytes
    self.totalBytes = totalBytes
  }
}

/// One request and its answer while libcurl carries them: the only thing its callbacks see.
final class Exchange {
  let request: HTTPRequest
  let timeout: Duration?
  let acceptsCompression: Bool
  private let receiver: any ResponseReceiver
  private let uploadProgress: ((TransferProgress) -> Void)?
  private let cancellation: Cancellation?
  private var headReader = ResponseHeadReader()
  private var bytesSent: UInt64 = 0
  private(set) var head: ResponseHead?
  /// Why this side ended the transfer.
  private(set) var failure: HTTPClientError?

  init(
    _ request: HTTPRequest, timeout: Duration?, acceptsCompression: Bool, into receiver: any ResponseReceiver,
    uploadProgress: ((TransferProgress) -> Void)? = nil, cancellation: Cancellation? = nil
  ) {
    self.request = request
    self.timeout = timeout
    self.acceptsCompression = acceptsCompression
    self.receiver = receiver
    self.uploadProgress = uploadProgress
    self.cancellation = cancellation
  }

  /// Takes a header line; false ends the transfer.
  func takeHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let complete = headReader.take(line) else { return true }
    head = complete
    return succeeds { () throws(HTTPClientError) in try receiver.begin(complete) }
  }

  /// Takes a piece of the body; false ends the transfer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    succeeds { () throws(HTTPClientError) in try receiver.take(bytes) }
  }

  /// Fills `buffer` with the next bytes of the request's body; 0 at its end, nil to end the transfer.
  func provideBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let left = request.body.sizeBytes - bytesSent
    let wanted = Int(min(UInt64(buffer.count), left))
    guard wanted > 0 else { return 0 }
    guard UInt64(wanted) < left || mayEndBody() else { return nil }
    guard let count = copyBody(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])) else {
      return nil
    }
    bytesSent += UInt64(count)
    uploadProgress?(TransferProgress(bytes: bytesSent, totalBytes: request.body.sizeBytes))
    return count
  }

  /// Starts the request's body anew at `offset`, for a connection that turned out to be dead.
  func rewindBody(to offset: UInt64) { bytesSent = offset }

  /// Whether the server may have refused the request before it had the whole body. Such a server often hangs up
  /// at once, which may cut off the refusal's body; its head is the answer all the same.
  var wasAnsweredEarly: Bool { (head?.status ?? 0) >= 400 && !request.body.isEmpty }

  /// Whether the connection may hold an answer that libcurl did not look for, since sending failed first.
  var mayHaveUnreadAnswer: Bool {
    head == nil && failure == nil && bytesSent > 0 && !request.address.isEncrypted
  }

  /// Whether to go on; asked all the time, and once a second while nothing moves.
  func mayContinue() -> Bool {
    succeeds { () throws(HTTPClientError) in
      if cancellation?.isCancelled == true {
        throw HTTPClientError(.cancelled, "\(request.address): cancelled")
      }
    }
  }

  private func mayEndBody() -> Bool {
    succeeds { () throws(HTTPClientError) in
      do {
        try request.beforeLastPiece?()
      } catch {
        throw HTTPClientError(
          .cancelled, "\(request.address): cancelled before the end of the upload", cause: error)
      }
    }
  }

  private func copyBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    switch request.body {
    case .none:
      return 0
    case .bytes(let bytes):
      let start = Int(bytesSent)
      buffer.copyBytes(from: bytes[start..<start + buffer.count])
      return buffer.count
    case .file(let descriptor, let offset, let sizeBytes):
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset + bytesSent))
        let errorNumber = errno
        if count > 0 { return count }
        if count < 0, errorNumber == EINTR { continue }
        let reason =
          count == 0 ? "it is shorter than \(sizeBytes) bytes" : String(cString: strerror(errorNumber))
        failure = HTTPClientError(
          .bodyUnreadable, "cannot read the file to upload: \(reason); did it change?")
        return nil
      }
    }
  }

  private func succeeds(_ step: () throws(HTTPClientError) -> Void) -> Bool {
    do {
      try step()
      return true
    } catch {
      failure = failure ?? error
      return false
    }
  }
}
