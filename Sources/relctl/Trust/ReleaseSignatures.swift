import ReleaseModel
import ReleaseTrust

/// Where the signatures over a release come from.
protocol ReleaseSignatures {
  /// Calls `publish` with the signatures, as the registry takes them; it throws when the registry refuses.
  ///
  /// - Parameter release: the release under the sequence number that it is signed with.
  func sign(_ release: (_ sequence: Int64) throws -> SignedRelease, _ publish: (JSONValue) throws -> Void)
    throws

  /// Throws when the signatures are of another release, before anything is done for this one.
  func requireMatch(_ release: (_ sequence: Int64) throws -> SignedRelease) throws

  /// The roles of the registry, with the end of each.
  func ends() throws -> [EndingRoles.Role]
}

extension ReleaseSignatures {
  /// Those that are made here are of whatever is published.
  func requireMatch(_ release: (_ sequence: Int64) throws -> SignedRelease) throws {}
}

extension JSONValue {
  /// `signing` of a publish or promote.
  init(_ signing: ReleaseSigning) {
    self = [
      "sequence": .integer(signing.sequence),
      "metadata": [
        "version": .integer(signing.version), "expires": .string(signing.expires.description),
        "signatures": Self.signatures(signing.signatures),
      ],
      "statement": ["signatures": Self.signatures(signing.statement)],
    ]
  }

  private static func signatures(_ signatures: [MetadataSignature]) -> JSONValue {
    .array(signatures.map { ["keyid": .string($0.keyid.string), "sig": .string($0.sig.string)] })
  }
}
