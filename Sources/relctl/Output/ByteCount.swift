/// Numbers of bytes for people.
enum ByteCount {
  /// `512 bytes`, `9.0 MB (9039115 bytes)`; powers of ten.
  static func text(_ bytes: UInt64) -> String {
    bytes < 1_000 ? "\(bytes) bytes" : "\(short(bytes)) (\(bytes) bytes)"
  }

  /// `9.0 MB`.
  static func short(_ bytes: UInt64) -> String {
    guard bytes >= 1_000 else { return "\(bytes) B" }
    var unit: UInt64 = 1_000
    var names = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    while bytes / unit >= 1_000, names.count > 1 {
      unit *= 1_000
      names.removeFirst()
    }
    let tenths = bytes / (unit / 10)
    return "\(tenths / 10).\(tenths % 10) \(names.first ?? "")"
  }
}
