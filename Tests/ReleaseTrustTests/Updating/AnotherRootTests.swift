import Foundation
import ReleaseTesting
import ReleaseTrust
import Testing

/// A program that pins a root which has nothing to do with the one that its device followed.
@Suite struct AnotherRootTests {
  /// A repository whose root keys were replaced twice, and which published a lot.
  private let repository: RepositorySimulator
  /// One with other keys, and everything at version 1.
  private let successor: RepositorySimulator
  /// A device that follows the first one: at version 3 of root and 4 of the rest.
  private let device: Device

  init() throws {
    repository = try RepositorySimulator()
    successor = try RepositorySimulator()
    device = try Device(repository)
    try device.refresh()
    for _ in 1...2 { try Self.rotateRootKey(of: repository) }
    for _ in 1...3 { try repository.publishNext() }
    try device.refresh()
  }

  private static func rotateRootKey(of repository: RepositorySimulator) throws {
    let old = repository.signers["root", default: []]
    try repository.rotateKey(of: .root)
    try repository.publishNextRoot(also: old)
  }

  private func refresh(
    _ store: TemporaryFolder, from repository: RepositorySimulator, pinning root: [UInt8]?
  ) throws -> TrustedMetadata {
    var updater = try Updater(
      store: try TrustStore(folder: store.path), fetcher: repository, pinnedRoot: root,
      referenceTime: Moment.now)
    try updater.refresh()
    return updater.trusted
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: device.folder.path(name))
  }

  private func root(_ version: Int, of repository: RepositorySimulator) throws -> [UInt8] {
    try #require(repository.files["\(version).root.json"])
  }

  /// The versions of root and timestamp, which are what a device followed longest and what it saw last.
  private func versions() throws -> [Int64?] {
    [try device.keptVersion(of: "root"), try device.keptVersion(of: "timestamp")]
  }

  /// What a person is told who names the successor's root.
  private func errorNamingTheSuccessor() -> TrustError? {
    #expect(throws: TrustError.self) {
      _ = try Updater(
        store: try TrustStore(folder: device.folder.path), fetcher: successor,
        pinnedRoot: root(1, of: successor), beginsAnew: false, referenceTime: Moment.now)
    }
  }

  @Test func `where a person names the root it is refused, and all that is remembered stays`() throws {
    let before = try versions()
    let names = try device.folder.names()
    let error = errorNamingTheSuccessor()
    #expect(error?.code == .otherTrustRoot)
    #expect(error?.message.contains(device.folder.path) == true)
    #expect(try versions() == before && device.folder.names() == names)
  }

  @Test func `also when a rotation that was followed took the timestamp with it`() throws {
    try remove("timestamp.json")
    let names = try device.folder.names()
    let error = errorNamingTheSuccessor()
    #expect(error?.code == .otherTrustRoot)
    #expect(try device.folder.names() == names)
  }

  @Test func `a wrong root that nothing was verified with stands in no right one's way`() throws {
    let fresh = try TemporaryFolder()
    func refresh(pinning root: [UInt8]) throws {
      var updater = try Updater(
        store: try TrustStore(folder: fresh.path), fetcher: repository, pinnedRoot: root, beginsAnew: false,
        referenceTime: Moment.now)
      try updater.refresh()
    }
    #expect(throws: TrustError.self) { try refresh(pinning: root(1, of: successor)) }
    try refresh(pinning: root(1, of: repository))
    let error = #expect(throws: TrustError.self) { try refresh(pinning: root(1, of: successor)) }
    #expect(error?.code == .otherTrustRoot)
  }

  @Test(arguments: 1...4)
  func `the device begins anew with it, whatever its version`(version: Int) throws {
    for _ in 1..<version { try Self.rotateRootKey(of: successor) }
    let trusted = try refresh(device.folder, from: successor, pinning: root(version, of: successor))
    #expect(trusted.timestamp?.version == 1)
    #expect(try versions() == [Int64(version), 1])
    for name in ["snapshot", "targets"] { #expect(try device.keptVersion(of: name) == 1) }
    // It follows this chain from now on.
    try Self.rotateRootKey(of: successor)
    try successor.publishNext()
    _ = try refresh(device.folder, from: successor, pinning: root(version, of: successor))
    #expect(try versions() == [Int64(version) + 1, 2])
  }

  @Test func `it begins anew although both name the same online keys`() throws {
    for role in ["timestamp", "snapshot"] as [ExactText] {
      successor.signers[role] = repository.signers[role]
    }
    try successor.publishRoot()
    try successor.publishMetadata()
    _ = try refresh(device.folder, from: successor, pinning: root(1, of: successor))
    #expect(try versions() == [1, 1])
  }

  @Test func `what the lost keys sign counts for nothing then`() throws {
    _ = try refresh(device.folder, from: successor, pinning: root(1, of: successor))
    let error = #expect(throws: TrustError.self) {
      _ = try refresh(device.folder, from: repository, pinning: root(1, of: successor))
    }
    #expect(error?.code == .thresholdNotMet)
    #expect(try versions() == [1, 1])
  }

  @Test(arguments: 1...3)
  func `an older root of the same chain resets nothing`(version: Int) throws {
    let pinned = try root(version, of: repository)
    _ = try refresh(device.folder, from: repository, pinning: pinned)
    #expect(try versions() == [3, 4])
    for role in ["timestamp", "snapshot", "targets"] as [ExactText] { repository.versions[role] = 3 }
    try repository.publishMetadata()
    let error = #expect(throws: TrustError.self) {
      _ = try refresh(device.folder, from: repository, pinning: pinned)
    }
    #expect(error?.code == .versionRollback)
    #expect(try versions() == [3, 4])
  }

  @Test func `a newer root that the kept one's keys signed resets nothing`() throws {
    try Self.rotateRootKey(of: repository)
    for role in ["timestamp", "snapshot", "targets"] as [ExactText] { repository.versions[role] = 3 }
    try repository.publishMetadata()
    device.pinnedRoot = try root(4, of: repository)
    #expect(try device.refusal() == .versionRollback)
    #expect(try versions() == [4, 4])
    // The first one is still known.
    device.pinnedRoot = try root(1, of: repository)
    #expect(try device.refusal() == .versionRollback)
  }

  @Test func `a root whose keys signed the kept one belongs to it, although it was never followed`() throws {
    let fresh = try TemporaryFolder()
    _ = try refresh(fresh, from: repository, pinning: root(3, of: repository))
    repository.versions["timestamp"] = 3
    try repository.publishMetadata()
    let error = #expect(throws: TrustError.self) {
      _ = try refresh(fresh, from: repository, pinning: root(2, of: repository))
    }
    #expect(error?.code == .versionRollback)
  }

  @Test func `programs that take turns each begin anew, and stay while their turn lasts`() throws {
    for _ in 1...3 {
      for (repository, versions) in [(successor, [1, 1]), (repository, [3, 4])]
        as [(RepositorySimulator, [Int64?])]
      {
        let pinned = try root(1, of: repository)
        _ = try refresh(device.folder, from: repository, pinning: pinned)
        #expect(try self.versions() == versions)
        repository.forgetRequests()
        _ = try refresh(device.folder, from: repository, pinning: pinned)
        #expect(repository.requests == ["\(versions[0]! + 1).root.json", "timestamp.json"])
      }
    }
  }

  @Test(arguments: ["", "x\n", nil])
  func `a store that does not know its chain keeps its root for the program that it has`(list: String?) throws
  {
    let stranger = try RepositorySimulator()
    try remove(".followed-roots")
    if let list { try device.folder.write(Array(list.utf8), to: ".followed-roots") }
    for _ in 1...2 {
      _ = try refresh(device.folder, from: repository, pinning: root(1, of: successor))
      #expect(try versions() == [3, 4])
    }
    _ = try refresh(device.folder, from: repository, pinning: root(3, of: repository))
    #expect(try versions() == [3, 4])
    // The next one is another.
    _ = try refresh(device.folder, from: stranger, pinning: root(1, of: stranger))
    #expect(try versions() == [1, 1])
  }

  @Test func `a list with a changed digit is not believed`() throws {
    let bytes = try device.folder.read(".followed-roots")
    for index in stride(from: 0, to: bytes.count, by: 13) {
      var changed = bytes
      changed[index] ^= 1
      try device.folder.write(changed, to: ".followed-roots")
      device.pinnedRoot = try root(1, of: repository)
      try device.refresh()
      #expect(try versions() == [3, 4])
    }
  }

  @Test(arguments: [true, false])
  func `a kept root that is lost is followed again only from its own chain`(damaged: Bool) throws {
    for pinned in [repository, successor] {
      if damaged {
        try device.folder.write([], to: "root.json")
      } else {
        try remove("root.json")
      }
      _ = try refresh(device.folder, from: pinned, pinning: root(1, of: pinned))
      #expect(try versions() == (pinned === repository ? [3, 4] : [1, 1]))
    }
  }

  @Test func `every root that is followed again counts as followed`() throws {
    try Self.rotateRootKey(of: repository)
    try device.refresh()
    try device.folder.write([], to: "root.json")
    try remove(".followed-roots")
    try device.refresh()
    repository.versions["timestamp"] = 3
    try repository.publishMetadata()
    device.pinnedRoot = try root(2, of: repository)
    #expect(try device.refusal() == .versionRollback)
  }

  /// What a power cut leaves: the files that were written up to it, of the ones that beginning anew writes.
  @Test func `a cut at any write leaves the old store or the new one`() throws {
    let pinned = try root(1, of: successor)
    let old = try files(of: device.folder)
    let begun = try TemporaryFolder()
    for (name, bytes) in old { try begun.write(bytes, to: name) }
    _ = try Updater(
      store: TrustStore(folder: begun.path), fetcher: successor, pinnedRoot: pinned, referenceTime: Moment.now
    )
    let new = try files(of: begun)
    #expect(Set(new.keys) == [".followed-roots", "root.json"])
    let name = try #require(String(validating: new[".followed-roots", default: []].prefix(64), as: UTF8.self))
    let note = [".forget-below-root": Array(name.utf8)]
    let root = ["root.json": new["root.json", default: []]]
    let below = old.filter { $0.key.hasSuffix(".json") && $0.key != "root.json" }
    var cuts: [(files: [String: [UInt8]], isOld: Bool)] = [
      (old, true), (old.merging(note) { $1 }, true), (new, false), (new.merging(note) { $1 }, false),
    ]
    for gone in 0...below.count {
      let left = old.filter { !below.keys.sorted().prefix(gone).contains($0.key) }
      cuts.append((left.merging(note) { $1 }.merging(root) { $1 }, false))
    }
    for (number, cut) in cuts.enumerated() {
      let store = try TemporaryFolder()
      for (name, bytes) in cut.files { try store.write(bytes, to: name) }
      _ = try refresh(store, from: successor, pinning: pinned)
      #expect(try files(of: store)["root.json"] == root["root.json"], "cut \(number)")
      #expect(try !store.names().contains(".forget-below-root"), "cut \(number)")
      #expect(try files(of: store)[".followed-roots"] == new[".followed-roots"], "cut \(number)")
      // With the program of before, what is left is the store of before, memory and all, or it begins anew.
      let again = try TemporaryFolder()
      for (name, bytes) in cut.files { try again.write(bytes, to: name) }
      repository.forgetRequests()
      _ = try refresh(again, from: repository, pinning: self.root(1, of: repository))
      let first = cut.isOld ? "4.root.json" : "2.root.json"
      #expect(repository.requests.first == first, "cut \(number)")
      #expect(try files(of: again)["timestamp.json"] == old["timestamp.json"], "cut \(number)")
    }
  }

  private func files(of folder: TemporaryFolder) throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try folder.names().map { ($0, try folder.read($0)) })
  }
}
