/// Says what a file that is not a zip seems to be, because an error page saved under the bundle's name is common.
enum ForeignContent {
  /// A noun phrase for a file with these first bytes.
  static func describe(_ start: [UInt8]) -> String {
    guard !start.isEmpty else { return "an empty file" }
    let text = start.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return known.first { text.starts(with: $0.start.utf8) }?.noun
      ?? magic.first { start.starts(with: $0.start) }?.noun
      ?? (start.count > 262 && start[257..<262].elementsEqual("ustar".utf8)
        ? "a tar archive" : "something else")
  }

  private static let known: [(start: String, noun: String)] = [
    ("<", "an HTML or XML page"), ("{", "a JSON document"), ("HTTP/", "an HTTP response"),
    ("version https://git-lfs", "a Git LFS pointer"),
  ]

  private static let magic: [(start: [UInt8], noun: String)] = [
    ([0x1F, 0x8B], "gzip data"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd data"),
    (Array("7z".utf8), "a 7-Zip archive"),
    (Array("Rar!".utf8), "a RAR archive"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data"),
  ]
}
