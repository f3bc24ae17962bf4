import ReleaseTesting
import Testing

/// A machine without libmicrohttpd: the dynamic linker is told to look first in a folder whose file of that name is none.
@Suite struct MissingLibraryTests {
  @Test func `a server says what to install, and what serves nothing does without`() throws {
    let folder = try TemporaryFolder()
    try folder.write("none".utf8, to: "libraries/libmicrohttpd.so.12")
    let environment = ["LD_LIBRARY_PATH": folder.path("libraries")]

    #expect(try Relctl.run(["version"], environment: environment).status == 0)
    #expect(try Relctl.run(["init", "--data", folder.path("data")], environment: environment).status == 0)
    let server = try Relctl.run(
      ["serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0"], environment: environment)
    #expect(
      server.error.contains("install libmicrohttpd (on Debian 12 the package libmicrohttpd12)"), "\(server)")
    #expect(server.error.hasSuffix("(library_unusable)\n"), "\(server)")
    #expect(server.status == 1)
  }
}
