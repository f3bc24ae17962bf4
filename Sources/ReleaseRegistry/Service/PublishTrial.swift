import ReleaseModel
import ReleaseTrust

/// A publish that is only judged: the release, and of its bundle, which need not be here yet, what a draft would take
/// from the stored one.
struct PublishTrial: Sendable {
  let release: ReleaseInput
  let sizeBytes: UInt64
  let tree: TreeSummary
  let isStrict: Bool
  /// Whether it is to stay a draft, which nobody has to sign and no warning refuses.
  let leavesDraft: Bool
  let signing: ReleaseSigning?

  /// Reads the body; reports everything that is wrong with it.
  init(_ body: [UInt8]) throws(RegistryError) {
    var fields = try JSONFields(
      body, known: ReleaseInput.fields.union(["sizeBytes", "tree", "strict", "draft", "signing"]))
    let size = fields.collector.wholeNumber(fields.value("sizeBytes"), "sizeBytes", from: 1)
    let tree = fields.tree()
    isStrict = fields.boolean("strict") ?? false
    leavesDraft = fields.boolean("draft") ?? false
    signing = try fields.signing()
    release = try ReleaseInput(&fields)
    let (checkedSize, checkedTree) = try fields.check(size, tree)
    (sizeBytes, self.tree) = (UInt64(checkedSize), checkedTree)
  }
}

extension JSONFields {
  /// `tree`: `{"sha256", "fileCount", "unpackedBytes"}`.
  fileprivate mutating func tree() -> TreeSummary? {
    guard case .object(let members)? = value("tree") else {
      collector.add("tree", .missingField, "give an object with fileCount, sha256, unpackedBytes")
      return nil
    }
    collector.refuseUnknown(members.keys, knowing: ["sha256", "fileCount", "unpackedBytes"], in: "tree")
    let digest = collector.parse("tree.sha256") { () throws(ModelError) in
      try Digest(parsing: members["sha256"]?.text ?? "")
    }
    let count = collector.wholeNumber(members["fileCount"], "tree.fileCount", from: 1)
    let bytes = collector.wholeNumber(members["unpackedBytes"], "tree.unpackedBytes", from: 0)
    guard let digest, let count, let bytes else { return nil }
    return TreeSummary(sha256: digest, fileCount: Int(count), unpackedBytes: UInt64(bytes))
  }
}
