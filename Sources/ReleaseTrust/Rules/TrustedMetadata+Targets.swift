extension TrustedMetadata {
  /// Takes the file of a targets role from an earlier run, when it is the very file that the snapshot states and has
  /// not expired; returns nil when it is not and has to be fetched.
  ///
  /// Throws `version_rollback` when it is newer than what the snapshot states: then the snapshot that said so is lost,
  /// but what was trusted is still known.
  package mutating func recall(targets bytes: [UInt8], by authority: RoleAuthority) throws(TrustError)
    -> TargetsMetadata?
  {
    let stated = try statedFile(of: authority.role)
    let isStated = stated.isStated(of: bytes)
    // A file that says it is older is of no use and proves nothing, whoever signed it: that spares reading it.
    if !isStated, let claimed = JSONSkimmer.number("version", of: "signed", in: bytes),
      claimed <= stated.version
    {
      return nil
    }
    let (envelope, metadata): (Envelope, TargetsMetadata) = try verifiedTargets(bytes, by: authority)
    try requireNoRollback(of: Self.fileName(authority), from: metadata.version, to: stated.version)
    guard metadata.version == stated.version, !metadata.isExpired(at: referenceTime), isStated else {
      return nil
    }
    targets[authority.role] = LoadedTargets(bytes: bytes, envelope: envelope, metadata: metadata)
    return metadata
  }

  /// Takes the fetched file of a targets role (5.6), judged by the role that delegates to it.
  package mutating func update(targets bytes: [UInt8], by authority: RoleAuthority) throws(TrustError)
    -> TargetsMetadata
  {
    let stated = try statedFile(of: authority.role)
    try stated.verify(bytes, name: Self.fileName(authority))
    let (envelope, metadata): (Envelope, TargetsMetadata) = try verifiedTargets(bytes, by: authority)
    guard metadata.version == stated.version else {
      throw TrustError(
        .versionMismatch,
        "\(Self.fileName(authority)) has version \(metadata.version), but snapshot.json states version \(stated.version)"
      )
    }
    try requireUnexpired(metadata, .expiredTargets, role: authority.role)
    targets[authority.role] = LoadedTargets(bytes: bytes, envelope: envelope, metadata: metadata)
    return metadata
  }

  /// The file of a targets role that was loaded in this run, verified for the delegator that asks now; nil when it was
  /// not loaded yet.
  package func loadedTargets(by authority: RoleAuthority) throws(TrustError) -> TargetsMetadata? {
    guard let loaded = targets[authority.role] else { return nil }
    try authority.verify(loaded.envelope)
    return loaded.metadata
  }

  /// What the current snapshot states of a role's file.
  package func statedFile(of role: ExactText) throws(TrustError) -> MetaFile {
    guard let currentSnapshot else {
      throw TrustError(.metadataNotFound, "'\(role).json' is judged by snapshot.json; update that first")
    }
    guard let stated = currentSnapshot.file(of: role) else {
      throw TrustError(
        .roleNotInSnapshot, "snapshot.json version \(currentSnapshot.version) does not name '\(role).json'")
    }
    return stated
  }

  private func verifiedTargets(
    _ bytes: [UInt8], by authority: RoleAuthority
  ) throws(TrustError) -> (Envelope, TargetsMetadata) {
    do throws(TrustError) {
      return try verified(bytes, maximumBytes: limits.targetsBytes, by: authority)
    } catch {
      throw error.naming(Self.fileName(authority))
    }
  }

  private static func fileName(_ authority: RoleAuthority) -> String { "\(authority.role).json" }
}
