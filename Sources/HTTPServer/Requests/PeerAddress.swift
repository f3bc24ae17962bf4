// Both, because which of the two modules owns the declarations of socket addresses depends on the order of loading.
import CMicroHTTPD
import Glibc

/// An IP address, without port. An IPv4 address inside IPv6 is the IPv4 address.
struct PeerAddress: Sendable, Hashable {
  /// The address as IPv6, IPv4 mapped, most significant word first.
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// No address.
  init() {}

  /// The address in a socket address of either family.
  init(_ address: UnsafePointer<sockaddr>?) {
    self.init()
    guard let address else { return }
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let raw = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
      low = Self.mappedPrefix | UInt64(UInt32(bigEndian: raw))
    case AF_INET6:
      self = Self(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: break
    }
  }

  /// Reads `127.0.0.1` or `::1`.
  init?(parsing text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init()
      low = Self.mappedPrefix | UInt64(UInt32(bigEndian: four.s_addr))
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self.init(six)
    } else {
      return nil
    }
  }

  private init(_ address: in6_addr) {
    self.init()
    withUnsafeBytes(of: address) { bytes in
      high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
      low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  private static let mappedPrefix: UInt64 = 0xffff_0000_0000

  private var isIPv4: Bool { high == 0 && low >> 32 == Self.mappedPrefix >> 32 }

  /// Whether the address is of this machine's loopback interface.
  var isLoopback: Bool { isIPv4 ? low >> 24 & 0xff == 127 : high == 0 && low == 1 }

  /// What limits count by: the address, or the /64 network of an IPv6 one, which is one customer.
  var limitGroup: PeerAddress {
    guard !isIPv4, !isLoopback else { return self }
    var group = self
    group.low = 0
    return group
  }
}

extension PeerAddress: CustomStringConvertible {
  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if isIPv4 {
      var four = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
      inet_ntop(AF_INET, &four, &text, socklen_t(text.count))
    } else {
      var words = (high.bigEndian, low.bigEndian)
      inet_ntop(AF_INET6, &words, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
