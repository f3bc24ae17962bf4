/// A body to fetch, possibly in several attempts that continue one another.
package struct DownloadRequest: Sendable {
  /// Where it is.
  package var address: WebAddress
  /// Further header fields.
  package var fields: HTTPFields
  /// The part that the sink already has; nil to begin with the first byte.
  package var resume: ResumePoint?
  /// The hard bound: no sink ever gets byte `maximumBytes + 1`.
  package var maximumBytes: UInt64
  /// The length that the body must have, when it is known; fewer bytes count as a connection that was cut.
  package var expectedBytes: UInt64?

  package init(
    _ address: WebAddress, fields: HTTPFields = [:], resume: ResumePoint? = nil, maximumBytes: UInt64,
    expectedBytes: UInt64? = nil
  ) {
    self.address = address
    self.fields = fields
    self.resume = resume
    self.maximumBytes = maximumBytes
    self.expectedBytes = expectedBytes
  }
}

/// The part of a body that is already there.
package struct ResumePoint: Sendable, Hashable {
  /// How the server knows that the rest belongs to the same body.
  package enum Validator: Sendable, Hashable {
    /// The strong entity tag that came with the first part; sent as `If-Range` (RFC 9110, section 13.1.5).
    case entityTag(String)
    /// What is at this address never changes, as with an address that contains a digest.
    case immutable
  }

  /// The number of bytes that are there.
  package let offset: UInt64
  package let validator: Validator

  package init(offset: UInt64, validator: Validator) {
    self.offset = offset
    self.validator = validator
  }
}

/// Where a download goes.
package protocol DownloadSink: AnyObject {
  /// A body begins at `offset`: 0 to drop whatever came before, or exactly the number of bytes taken so far.
  /// Here a sink can refuse what the answer's head says: another media type, or `totalBytes`, the declared length of
  /// the whole body.
  func begin(at offset: UInt64, totalBytes: UInt64?, _ head: ResponseHead) throws
  /// The next bytes, valid during the call only.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// How a download ended.
package enum DownloadOutcome: Sendable {
  /// The whole body went to the sink; its length, and the head of the last answer.
  case complete(sizeBytes: UInt64, head: ResponseHead)
  /// The server answered with something else than the body, such as 404; nothing of that went to the sink.
  case answered(HTTPResponse)
}
