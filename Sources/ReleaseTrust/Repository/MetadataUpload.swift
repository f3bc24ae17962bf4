/// Metadata that people signed and now hand to the repository, in one document:
///
/// ```
/// {"files": [{"signed": …, "signatures": …}, {"role": "production", "signed": …, "signatures": …}]}
/// ```
/// A file of root or targets is told by its `_type`. A channel's has the type `targets` too, so it carries the name of
/// its role beside what is signed.
package struct MetadataUpload: Sendable, Hashable {
  package var root: RepositoryFile<RootMetadata>?
  package var targets: RepositoryFile<TargetsMetadata>?
  /// By the role.
  package var channels: [ExactText: RepositoryFile<TargetsMetadata>]

  /// The most bytes that a document may have.
  package static let maximumBytes = 16 << 20

  package init(
    root: RepositoryFile<RootMetadata>? = nil, targets: RepositoryFile<TargetsMetadata>? = nil,
    channels: [ExactText: RepositoryFile<TargetsMetadata>] = [:]
  ) {
    self.root = root
    self.targets = targets
    self.channels = channels
  }

  /// Reads a document. Whatever it holds, nobody has verified it yet.
  package init(parsing bytes: [UInt8]) throws(TrustError) {
    try self.init(try FieldReader(try JSONReader.read(bytes, maximumBytes: Self.maximumBytes), at: "body"))
  }

  init(_ fields: FieldReader) throws(TrustError) {
    self.init()
    var fields = fields
    for (index, value) in try fields.array("files").enumerated() {
      do throws(TrustError) {
        try take(value)
      } catch {
        throw error.naming("files.\(index)")
      }
    }
    if let unknown = fields.rest.members.first {
      throw TrustError(
        .invalidMetadata, "'\(fields.path)' has '\(unknown.name)'; only 'files' is known there")
    }
    guard root != nil || targets != nil || !channels.isEmpty else {
      throw TrustError(.missingMetadata, "'\(fields.path).files' is empty; there has to be at least one file")
    }
  }

  /// The document.
  package var document: [UInt8] { JSONWriter.bytes(of: .object(members), .compact) }

  var members: JSONObject {
    func value(_ file: RepositoryFile<some SignedMetadata>?) -> [StrictJSON] {
      file.map { [.object($0.envelope.members)] } ?? []
    }
    let named = channels.sorted { $0.key < $1.key }.map { role, file in
      StrictJSON.object(file.envelope.members.merging([Self.role: .text(role)]))
    }
    return ["files": .array(value(root) + value(targets) + named)]
  }

  private static let role: ExactText = "role"

  private mutating func take(_ value: StrictJSON) throws(TrustError) {
    var members = try FieldReader.object(value, at: "metadata")
    let named = try members[Self.role].map { value throws(TrustError) in
      try FieldReader.text(value, at: "role")
    }
    members[Self.role] = nil
    let envelope = try Envelope(.object(members))
    let role: ExactText
    if let named {
      role = named
    } else if case .text(let type)? = envelope.signed["_type"] {
      role = type
    } else {
      role = ""
    }
    let isRepeated: Bool
    switch role {
    case TopLevelRole.root.name:
      isRepeated = root != nil
      root = try RepositoryFile(envelope)
    case TopLevelRole.targets.name:
      isRepeated = targets != nil
      targets = try RepositoryFile(envelope)
    case TopLevelRole.snapshot.name, TopLevelRole.timestamp.name, ReleaseRole.status, "":
      throw TrustError(
        .unsuitableMetadata, "this is metadata of '\(role)', which the registry signs itself; leave it out")
    default: isRepeated = channels.updateValue(try RepositoryFile(envelope), forKey: role) != nil
    }
    guard !isRepeated else {
      throw TrustError(
        .duplicateRole,
        "this is a second file of '\(role)'; a channel's file names its channel in 'role', beside 'signed'")
    }
  }
}
