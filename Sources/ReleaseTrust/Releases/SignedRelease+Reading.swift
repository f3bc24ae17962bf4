import ReleaseModel

extension SignedRelease {
  /// Reads a release from the channel's metadata: `invalid_release_metadata` when a field is missing or makes no sense, or
  /// when the path is that of another release.
  package init(_ file: TargetFile, at path: ExactText) throws(TrustError) {
    do throws(TrustError) {
      var fields = FieldReader(file.custom ?? [:], at: "custom")
      var tree = try fields.object("tree")
      guard let sha256 = file.hashes["sha256"] else {
        throw TrustError(.invalidReleaseMetadata, "it has no sha256")
      }
      let ranges = (try fields.text("wrapperRange").string, try fields.text("apiContractRange").string)
      self.init(
        channel: try Self.parse(Channel.init(parsing:), try fields.text("channel")),
        version: try Self.parse(SemanticVersion.init(parsing:), try fields.text("releaseVersion")),
        sequence: try fields.integer("sequence", minimum: 1),
        artifact: try Self.parse(Digest.init(parsing:), sha256),
        sizeBytes: UInt64(file.length),
        tree: TreeSummary(
          sha256: try Self.parse(Digest.init(parsing:), try tree.text("sha256")),
          fileCount: Int(try tree.integer("fileCount", minimum: 1)),
          unpackedBytes: UInt64(try tree.integer("unpackedBytes", minimum: 0))),
        entryFile: try fields.text("entryFile").string,
        gates: ReleaseGates(
          wrapperRange: try Self.parse(VersionRange.init(parsing:), ExactText(ranges.0)),
          apiContractRange: try Self.parse(VersionRange.init(parsing:), ExactText(ranges.1))))
    } catch {
      throw TrustError(
        .invalidReleaseMetadata, "the signed release '\(path)' cannot be used: \(error.message)", cause: error
      )
    }
    guard self.path == path else {
      throw TrustError(
        .invalidReleaseMetadata,
        "the signed release '\(path)' says that it is '\(self.path)'; its signers have to mend that")
    }
  }

  private static func parse<Value>(
    _ parse: (String) throws(ModelError) -> Value, _ text: ExactText
  ) throws(TrustError) -> Value {
    do throws(ModelError) {
      return try parse(text.string)
    } catch {
      throw TrustError(.invalidReleaseMetadata, error.message, cause: error)
    }
  }
}
