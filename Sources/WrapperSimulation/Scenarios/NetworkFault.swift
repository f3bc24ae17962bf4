/// What the network does to a device that asks through a `LyingNetwork`.
package enum NetworkFault: Sendable, Hashable {
  /// Every transfer of an archive ends before this byte.
  case cut(at: UInt64)
  /// Archives come at this speed.
  case slow(bytesPerSecond: UInt64)
  /// Every request is answered with this status.
  case status(Int)
  /// One bit of every archive is another.
  case wrongHash
  /// The signature of the signed metadata is another.
  case wrongSignature
}

extension NetworkFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cut(let byte): "cut:\(byte)"
    case .slow(let speed): "slow:\(speed)"
    case .status(let code): "status:\(code)"
    case .wrongHash: "wrong-hash"
    case .wrongSignature: "wrong-signature"
    }
  }
}
