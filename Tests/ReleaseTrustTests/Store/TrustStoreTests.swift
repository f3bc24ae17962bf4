import ReleaseTesting
import ReleaseTrust
import Testing

@Suite struct TrustStoreTests {
  private let folder: TemporaryFolder
  private let bytes = Array("{}".utf8)

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path("trust") }

  @Test func `keeps files byte for byte and makes its folder`() throws {
    let store = try TrustStore(folder: path)
    #expect(try store.read("timestamp", maximumBytes: 100) == nil)
    try store.write([1, 2, 3], of: "timestamp")
    try store.write([4], of: "timestamp")
    try store.write([5], of: "../é")
    #expect(try store.read("timestamp", maximumBytes: 100) == [4])
    #expect(try store.read("../é", maximumBytes: 100) == [5])
    #expect(try folder.names(in: "trust") == ["..%2F%C3%A9.json", "timestamp.json"])
    #expect(try folder.names() == ["trust"])
  }

  @Test func `takes what cannot be its file for none`() throws {
    try folder.write([1, 2, 3], to: "trust/targets.json")
    try folder.write([], to: "trust/snapshot.json/inside")
    let store = try TrustStore(folder: path)
    #expect(try store.read("targets", maximumBytes: 2) == nil)
    #expect(try store.read("snapshot", maximumBytes: 2) == nil)
  }

  @Test func `is nobody else's meanwhile, and free again afterwards`() throws {
    do {
      let store = try TrustStore(folder: path)
      let error = #expect(throws: TrustError.self) {
        _ = try TrustStore(folder: path, waiting: false)
      }
      #expect(error?.code == .trustStoreBusy)
      #expect(store.path == path)
    }
    _ = try TrustStore(folder: path, waiting: false)
  }

  @Test func `forgets everything below a root that replaces the online keys`() throws {
    let store = try TrustStore(folder: path)
    for role in ["root", "timestamp", "snapshot", "targets", "a/b"] as [ExactText] {
      try store.write(bytes, of: role)
    }
    try store.write(root: [1], version: 2, change: .keepsOnlineKeys)
    #expect(try folder.names(in: "trust").count == 5)
    try store.write(root: [2], version: 3, change: .replacesOnlineKeys)
    #expect(try folder.names(in: "trust") == ["root.json"])
    #expect(try folder.read("trust/root.json") == [2])
  }

  @Test(arguments: [2, 3, 4])
  func `ends what a killed process began, once the root is there`(version: Int64) throws {
    try folder.write(bytes, to: "trust/root.json")
    try folder.write(bytes, to: "trust/snapshot.json")
    try folder.write(Array("3".utf8), to: "trust/.forget-below-root")
    try TrustStore(folder: path).finishForgetting(root: bytes, version: version)
    let left = version < 3 ? ["root.json", "snapshot.json"] : ["root.json"]
    #expect(try folder.names(in: "trust") == left)
  }

  @Test func `removes what a killed process was writing`() throws {
    try folder.write(Array("half a fi".utf8), to: "trust/.incoming")
    let store = try TrustStore(folder: path)
    #expect(try folder.names(in: "trust") == [])
    #expect(try store.read("root", maximumBytes: 100) == nil)
    try store.write(bytes, of: "root")
    #expect(try folder.names(in: "trust") == ["root.json"])
    #expect(try folder.read("trust/root.json") == bytes)
  }

  @Test func `leaves nothing of a file that could not be replaced`() throws {
    try folder.write([], to: "trust/root.json/inside")
    let store = try TrustStore(folder: path)
    #expect(throws: TrustError.self) { try store.write(bytes, of: "root") }
    #expect(try folder.names(in: "trust") == ["root.json"])
  }

  @Test func `says which folder is missing`() throws {
    let error = #expect(throws: TrustError.self) {
      _ = try TrustStore(folder: folder.path("no/trust"))
    }
    #expect(error?.code == .trustStoreFailed)
    #expect(error?.message.contains("no/trust") == true)
  }
}
