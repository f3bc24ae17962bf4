/// The bytes of a request.
package enum HTTPRequestBody: Sendable {
  case none
  /// Bytes in memory.
  case bytes([UInt8])
  /// `sizeBytes` bytes of a file that the caller keeps open, from `offset` on; read with constant memory, and
  /// read again from there when the request is repeated.
  case file(descriptor: Int32, offset: UInt64 = 0, sizeBytes: UInt64)

  var sizeBytes: UInt64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): UInt64(bytes.count)
    case .file(_, _, let sizeBytes): sizeBytes
    }
  }

  var isEmpty: Bool { sizeBytes == 0 }

  var isFile: Bool {
    if case .file = self { true } else { false }
  }
}
