/// Entity tags in `If-None-Match` and `If-Range` (RFC 9110, 8.8.3 and 13.1).
enum EntityTag {
  /// Whether a list such as `"a", W/"b"` or `*` names the tag; weak comparison, as for GET.
  static func list(_ list: UnsafeRawBufferPointer, contains tag: String) -> Bool {
    var wanted = tag
    return wanted.withUTF8 { tag in contains(list, opaque(UnsafeRawBufferPointer(tag))) }
  }

  /// Whether the value of `If-Range` is exactly this tag; weak tags never are, because bytes must be equal.
  static func isStrong(_ value: String, equalTo tag: String) -> Bool {
    !value.hasPrefix("W/") && value.utf8.elementsEqual(tag.utf8)
  }

  private static func contains(_ list: UnsafeRawBufferPointer, _ wanted: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < list.count {
      switch list[index] {
      case ASCII.space, UInt8(ascii: "\t"), UInt8(ascii: ","): index += 1
      case UInt8(ascii: "*"): return true
      case UInt8(ascii: "W") where index + 1 < list.count && list[index + 1] == ASCII.slash: index += 2
      case UInt8(ascii: "\""):
        guard let close = list[(index + 1)...].firstIndex(of: UInt8(ascii: "\"")) else { return false }
        if UnsafeRawBufferPointer(rebasing: list[index...close]).elementsEqual(wanted) { return true }
        index = close + 1
      default: return false
      }
    }
    return false
  }

  private static func opaque(_ tag: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    tag.starts(with: "W/".utf8) ? UnsafeRawBufferPointer(rebasing: tag[2...]) : tag
  }
}
