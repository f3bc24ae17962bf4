import ReleaseTesting

/// A small web front end with the files that archives are fussy about.
enum Site {
  /// Paths and contents; every name is ASCII.
  static let files: [(path: String, bytes: [UInt8])] = [
    ("assets/app-4f2a.js", Array(repeatElement(Array("export const a = 1;\n".utf8), count: 4_000).joined())),
    ("assets/deep/er/style.css", Array("body { color: red }".utf8)),
    ("assets/empty.css", []),
    ("assets/logo.png", noise(count: 70_000)),
    ("index.html", Array("<!doctype html><title>Site</title>".utf8)),
    ("with space+plus%20.html", Array("<p>names are bytes</p>".utf8)),
  ]

  /// A file whose name is not ASCII.
  static let accented: (path: String, bytes: [UInt8]) = ("assets/näme.html", Array("<p>ä</p>".utf8))

  /// Writes the files into `folder` of a test's root.
  static func write(
    to root: TemporaryFolder, _ folder: String = "site", adding more: [(path: String, bytes: [UInt8])] = []
  ) throws {
    for file in files + more { try root.write(file.bytes, to: "\(folder)/\(file.path)") }
  }

  /// Bytes that no packer makes shorter, always the same.
  static func noise(count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}
