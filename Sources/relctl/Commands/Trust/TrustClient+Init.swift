import ReleaseModel
import ReleaseTrust

extension TrustClient {
  /// Trusts a root because of where the caller has it from, also in place of another one. Asks no server.
  static func trust(_ file: String, _ invocation: Invocation) throws {
    let limits = MetadataLimits()
    let bytes = try FileReader.read(file, maximumBytes: limits.rootBytes).bytes
    let root = try TrustedMetadata(root: bytes, referenceTime: Clock.now, limits: limits).root
    let store = try TrustStore(folder: try invocation[metadataFolder])
    try store.write(root: bytes, version: root.version, change: try change(to: root, in: store, limits))
    try invocation.console.show(
      Report(
        json: ["root": ["version": .integer(root.version), "expires": .string(root.expires.description)]],
        text: .lines([
          "'\(store.path)' trusts root version \(root.version), which expires at \(root.expires)."
        ])))
  }

  /// What the new root means for the metadata that is there: without a readable root beside it, it is nobody's.
  private static func change(
    to root: RootMetadata, in store: borrowing TrustStore, _ limits: MetadataLimits
  ) throws -> TrustedMetadata.RootChange {
    guard let bytes = try store.read(TopLevelRole.root.name, maximumBytes: limits.rootBytes) else {
      return .replacesOnlineKeys
    }
    do {
      return try TrustedMetadata(root: bytes, referenceTime: Clock.now, limits: limits).root.change(to: root)
    } catch  where error.code != .cryptographyFailed {
      return .replacesOnlineKeys
    }
  }
}
