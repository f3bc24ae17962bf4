import ReleaseTrust
import Testing

@Suite struct MetadataReadingTests {
  /// Reads a JSON text as the value of `signed`.
  private func read<Metadata: SignedMetadata>(_ text: String, as type: Metadata.Type) throws -> Metadata {
    guard case .object(let signed) = try JSONReader.read(Array(text.utf8), maximumBytes: 10_000) else {
      throw CancellationError()
    }
    return try Metadata(reading: signed)
  }

  private func targets(_ changes: (String, String)...) -> String {
    var text = #"""
      {"_type":"targets","spec_version":"1.0.34","version":1,"expires":"2030-01-02T03:04:05Z",
       "targets":{"a/b":{"length":3,"hashes":{"sha256":"HASH","x":"?"},"custom":{"c":1},"u":2}},
       "delegations":{"keys":{},"roles":[
        {"name":"one","keyids":["k"],"threshold":1,"terminating":false,"paths":["a/*"],"u":1},
        {"name":"two","keyids":[],"threshold":2,"terminating":true,"path_hash_prefixes":["0f"]}],"u":3},
       "u":[{"deep":null}]}
      """#
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return text.replacing("HASH", with: String(repeating: "0a", count: 32))
  }

  @Test func `reads all members and keeps the unknown ones`() throws {
    let metadata = try read(targets(), as: TargetsMetadata.self)
    let file = try #require(metadata.targets["a/b"])
    #expect(file.length == 3)
    #expect(file.custom == ["c": 1])
    #expect(metadata.delegations?.roles.map(\.name) == ["one", "two"])
    #expect(metadata.delegations?.roles.map(\.isTerminating) == [false, true])
    #expect(metadata.delegations?.roles.map(\.scope) == [.paths(["a/*"]), .pathHashPrefixes(["0f"])])
    let original = try JSONReader.read(Array(targets().utf8), maximumBytes: 10_000)
    #expect(StrictJSON.object(metadata.json) == original)
  }

  @Test(arguments: [
    (#""version":1"#, #""version":0"#, TrustErrorCode.invalidMetadata),
    (#""version":1"#, #""version":"1""#, .invalidMetadata),
    (#""version":1"#, #""version":true"#, .invalidMetadata),
    (#""version":1,"#, "", .invalidMetadata),
    (#""targets","spec"#, #""root","spec"#, .wrongMetadataType),
    (#""targets","spec"#, #""Targets","spec"#, .wrongMetadataType),
    ("1.0.34", "2.0.0", .unsupportedSpecVersion), ("1.0.34", "1", .unsupportedSpecVersion),
    ("1.0.34", "10.0", .unsupportedSpecVersion), ("1.0.34", "1.0.", .unsupportedSpecVersion),
    ("1.0.34", "1.0.34.1", .unsupportedSpecVersion), ("1.0.34", "1.x", .unsupportedSpecVersion),
    ("2030-01-02T03:04:05Z", "2030-1-1T0:0:0Z", .invalidMetadataTime),
    ("2030-01-02T03:04:05Z", "2030-01-02T03:04:05+00:00", .invalidMetadataTime),
    ("2030-01-02T03:04:05Z", "2030-01-02T03:04:05.000Z", .invalidMetadataTime),
    ("2030-01-02T03:04:05Z", "2030-02-30T03:04:05Z", .invalidMetadataTime),
    ("2030-01-02T03:04:05Z", "2030-01-02 03:04:05Z", .invalidMetadataTime),
    (#""length":3"#, #""length":-1"#, .invalidMetadata), (#""length":3,"#, "", .invalidMetadata),
    (#""sha256":"HASH","x":"?""#, "", .invalidMetadata), ("HASH", "0A", .invalidMetadata),
    ("HASH", "00", .invalidMetadata),
    (#""custom":{"c":1}"#, #""custom":null"#, .invalidMetadata),
    (#""threshold":1"#, #""threshold":0"#, .invalidMetadata),
    (#""keyids":["k"]"#, #""keyids":["k","k"]"#, .duplicateKeyid),
    (#""keyids":["k"]"#, #""keyids":[1]"#, .invalidMetadata),
    (#""name":"two""#, #""name":"one""#, .duplicateRole),
    (#""name":"two""#, #""name":"timestamp""#, .reservedRoleName),
    (#""name":"two""#, #""name":"""#, .reservedRoleName),
    (#""paths":["a/*"],"#, "", .invalidMetadata), (#""terminating":false,"#, "", .invalidMetadata),
    (#""paths":["a/*"]"#, #""paths":["a"],"path_hash_prefixes":["0"]"#, .invalidMetadata),
    (#"["0f"]"#, #"["0F"]"#, .invalidMetadata), (#"["0f"]"#, #"[""]"#, .invalidMetadata),
    (#""keys":{}"#, #""keys":{"a":{"keytype":"x","scheme":"y","keyval":{"public":""}}}"#, .keyidMismatch),
    (#""delegations":{"#, #""delegations":null,"d":{"#, .invalidMetadata),
  ])
  func `refuses what is wrong inside`(old: String, new: String, code: TrustErrorCode) throws {
    let error = try #require(throws: TrustError.self) {
      try read(targets((old, new)), as: TargetsMetadata.self)
    }
    #expect(error.code == code)
  }

  @Test func `keeps the order of delegations and of keyids`() throws {
    let text = targets((#""keyids":["k"]"#, #""keyids":["z","a","m"]"#))
    let metadata = try read(text, as: TargetsMetadata.self)
    #expect(metadata.delegations?.roles.first?.rule.keyids == ["z", "a", "m"])
    let original = try JSONReader.read(Array(text.utf8), maximumBytes: 10_000)
    #expect(StrictJSON.object(metadata.json) == original)
  }

  private let header = #""spec_version":"1.0","version":3,"expires":"2030-01-02T03:04:05Z""#

  @Test func `reads timestamp and snapshot with and without lengths and hashes`() throws {
    let timestampText =
      #"{"_type":"timestamp",\#(header),"meta":{"snapshot.json":{"version":4,"u":1}},"u":2}"#
    let timestamp = try read(timestampText, as: TimestampMetadata.self)
    #expect(timestamp.snapshot.version == 4)
    #expect(timestamp.snapshot.length == nil)
    let hashes = #"{"sha512":"\#(String(repeating: "b", count: 128))"}"#
    let snapshotText =
      #"{"_type":"snapshot",\#(header),"meta":{"é.json":{"version":4,"length":9,"hashes":\#(hashes)}}}"#
    let snapshot = try read(snapshotText, as: SnapshotMetadata.self)
    #expect(snapshot.file(of: "é")?.length == 9)
    #expect(snapshot.file(of: "e\u{301}") == nil)
    for (text, json) in [(timestampText, timestamp.json), (snapshotText, snapshot.json)] {
      #expect(try JSONReader.read(Array(text.utf8), maximumBytes: 10_000) == .object(json))
    }
  }

  @Test(arguments: [
    #"{}"#, #"{"snapshot.json":{"version":0}}"#, #"{"snapshot.json":{"version":1,"length":0}}"#,
    #"{"snapshot.json":{"version":1,"hashes":{}}}"#,
    #"{"snapshot.json":{"version":1},"root.json":{"version":1}}"#,
  ])
  func `refuses a timestamp that states something else than one snapshot`(meta: String) throws {
    let error = try #require(throws: TrustError.self) {
      try read(#"{"_type":"timestamp",\#(header),"meta":\#(meta)}"#, as: TimestampMetadata.self)
    }
    #expect(error.code == .invalidMetadata)
  }

  @Test(arguments: TopLevelRole.allCases)
  func `refuses a root without one of the four roles`(missing: TopLevelRole) throws {
    let roles = TopLevelRole.allCases.filter { $0 != missing }
      .map { #""\#($0.rawValue)":{"keyids":[],"threshold":1}"# }
    let text = #"{"_type":"root",\#(header),"keys":{},"roles":{\#(roles.joined(separator: ","))}}"#
    #expect(
      try #require(throws: TrustError.self) { try read(text, as: RootMetadata.self) }.code == .invalidMetadata
    )
  }
}
