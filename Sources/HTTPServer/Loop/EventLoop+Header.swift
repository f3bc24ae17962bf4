import CMicroHTTPD
import Glibc

extension EventLoop {
  /// Copies the header into the record, and checks what HTTP demands of it. nil when all is well.
  func readHeader(
    _ record: ConnectionRecord, _ connection: OpaquePointer, _ method: UnsafePointer<CChar>,
    _ version: UnsafePointer<CChar>
  ) -> HTTPFault? {
    let head = record.head
    head.method = RequestMethod(word: method)
    let reader = copyFields(record, connection, end: version + strlen(version))
    let size = mhd_header_size(connection)
    if size > core.limits.maximumHeaderBytes || head.headers.count > core.limits.maximumHeaderFields {
      return .headerTooLarge(core.limits.maximumHeaderBytes)
    }
    if Int(head.target.count) > core.limits.maximumURLBytes {
      return .urlTooLong(core.limits.maximumURLBytes)
    }
    // What libmicrohttpd took for the target's end, against the end of the text: they differ when it has a NUL.
    guard let start = record.targetStart, version - 1 - start == Int(head.target.count) else {
      return .invalidURL
    }
    guard reader.isWellFormed, reader.ends(at: method + size) else { return .malformedHeader }
    return fieldFault(head, isModern: isModern(version)) ?? targetFault(head)
  }

  /// Copies the fields that libmicrohttpd has found so far; `end` is where the text before them ends.
  func copyFields(
    _ record: ConnectionRecord, _ connection: OpaquePointer, end: UnsafePointer<CChar>
  ) -> HeaderReader {
    let head = record.head
    var reader = HeaderReader(head: head, end: end)
    withUnsafeMutablePointer(to: &reader) { reader in
      _ = mhd_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          guard let context, let name else { return .YES }
          context.assumingMemoryBound(to: HeaderReader.self).pointee
            .add(name, nameCount, value ?? name + nameCount, valueCount)
          return .YES
        }, reader)
    }
    head.requestId = requestId(head)
    return reader
  }

  /// Whether the version of a request line is one that demands a Host and knows chunks.
  func isModern(_ version: UnsafePointer<CChar>) -> Bool {
    version[7] != CChar(bitPattern: UInt8(ascii: "0"))
  }

  private func requestId(_ head: HeadBuffer) -> HeadBuffer.Slice {
    if let own = head.known.requestId, RequestIdSource.isAcceptable(head.view(own)) { return own }
    return requestIds.append(to: head)
  }

  private func targetFault(_ head: HeadBuffer) -> HTTPFault? {
    do throws(HeadBuffer.TargetFault) {
      try head.readTarget()
      return nil
    } catch {
      return error == .foreignScheme ? .foreignScheme : .invalidURL
    }
  }

  /// What would let a client and a proxy disagree on where a request ends, or whom it is for.
  func fieldFault(_ head: HeadBuffer, isModern: Bool) -> HTTPFault? {
    let known = head.known
    if known.hosts > 1 || (isModern && known.hosts == 0) { return .invalidHost }
    if let host = known.host, !HostName.isWellFormed(head.view(host)) { return .invalidHost }
    if known.contentLengths + known.transferEncodings > 1 { return .ambiguousBodyLength }
    if let coding = known.transferEncoding {
      guard isModern else { return .ambiguousBodyLength }
      guard ASCII.equalIgnoringCase(head.view(coding), "chunked") else { return .unsupportedTransferEncoding }
    }
    if let expect = known.expect, !ASCII.equalIgnoringCase(head.view(expect), "100-continue") {
      return .unsupportedExpectation
    }
    return nil
  }
}
