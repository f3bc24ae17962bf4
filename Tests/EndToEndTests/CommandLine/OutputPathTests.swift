import Glibc
import ReleaseTesting
import Testing

/// What `--out` may replace.
@Suite struct OutputPathTests {
  private static let pack = "$relctl release pack site --out out.zip"

  private func site() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("<!doctype html>".utf8, to: "site/index.html")
    return folder
  }

  private func kind(_ name: String, in folder: TemporaryFolder) -> mode_t {
    var status = stat()
    return lstat(folder.path(name), &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  @Test func `replaces the file that a link leads to, and leaves the link`() throws {
    let folder = try site()
    try folder.write("old".utf8, to: "real.zip")
    let outcome = try Relctl.shell("ln -s real.zip out.zip && \(Self.pack)", in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(kind("out.zip", in: folder) == S_IFLNK)
    #expect(try folder.read("real.zip").starts(with: "PK".utf8))
  }

  @Test(arguments: [
    ("mkfifo out.zip", S_IFIFO), ("ln -s /dev/null out.zip", S_IFLNK), ("ln -s nowhere out.zip", S_IFLNK),
    ("mkdir out.zip", S_IFDIR),
  ])
  func `refuses whatever is no plain file, and leaves it`(_ preparation: String, _ expected: mode_t) throws {
    let folder = try site()
    for option in ["", " --dry-run"] {
      let prepared = option.isEmpty ? preparation : "true"
      let outcome = try Relctl.shell("\(prepared) && \(Self.pack)\(option)", in: folder)
      #expect(outcome.error.hasPrefix("error: cannot write 'out.zip': "), "\(outcome)")
      #expect(outcome.error.contains("(file_unwritable)\nhint: "), "\(outcome)")
      #expect(outcome.status == 1)
      #expect(kind("out.zip", in: folder) == expected)
    }
  }

  @Test func `holds for exports`() throws {
    let registry = try RunningRegistry()
    let export = "$relctl release export --out out.json"
    let refused = try Relctl.shell(
      "mkfifo out.json && \(export)", in: registry.folder, environment: registry.environment)
    #expect(refused.error.contains("(file_unwritable)\n"), "\(refused)")
    #expect(kind("out.json", in: registry.folder) == S_IFIFO)
    let followed = try Relctl.shell(
      "rm out.json && echo old >real.json && ln -s real.json out.json && \(export)", in: registry.folder,
      environment: registry.environment)
    #expect(followed.status == 0, "\(followed)")
    #expect(kind("out.json", in: registry.folder) == S_IFLNK)
    #expect(try registry.folder.read("real.json").starts(with: "{".utf8))
  }
}
