package import Cryptography

/// What decides whether a role's metadata is genuine: the rule and the keys that its delegator lists for it.
package struct RoleAuthority: Sendable {
  /// The role that it speaks of.
  package let role: ExactText
  private let rule: SigningRule
  private let keys: [ExactText: TUFKey]

  package init(role: ExactText, rule: SigningRule, keys: [ExactText: TUFKey]) {
    self.role = role
    self.rule = rule
    self.keys = keys
  }

  /// The keys that can sign for the role.
  package var publicKeys: Set<PublicKey> { Set(rule.keyids.compactMap(usableKey)) }

  /// How many distinct keys have to sign.
  package var threshold: Int64 { rule.threshold }

  /// The names of the keys.
  package var keyids: [ExactText] { rule.keyids }

  /// Verifies that enough distinct keys signed.
  ///
  /// Signatures that are bad, empty, or of keys that are not the role's are ignored when there are enough without
  /// them. Keys are counted and not their names: one key under two names counts once.
  package func verify(_ envelope: Envelope) throws(TrustError) {
    try requireEnough(try signers(of: envelope).count, isSigned: !envelope.signatures.isEmpty)
  }

  private func requireEnough(_ count: Int, isSigned: Bool) throws(TrustError) {
    guard count < rule.threshold else { return }
    guard isSigned else {
      throw TrustError(.unsignedMetadata, "the metadata of '\(role)' is not signed")
    }
    throw TrustError(
      .thresholdNotMet,
      "the metadata of '\(role)' needs the signatures of \(rule.threshold) of its keys and has \(count)\(remark)"
    )
  }

  /// The distinct keys of the role that signed.
  package func signers(of envelope: Envelope) throws(TrustError) -> Set<PublicKey> {
    Set(try valid(envelope.signatures, for: envelope.signedBytes).map(\.key))
  }

  /// The signatures that count, one for each distinct key, once they are enough; throws as `verify` does.
  ///
  /// - Parameter signatures: as they came, perhaps several of one key, of which the first good one is taken.
  package func verified(
    _ signatures: [MetadataSignature], for bytes: [UInt8]
  ) throws(TrustError) -> [MetadataSignature] {
    let valid = try valid(signatures, for: bytes)
    try requireEnough(valid.count, isSigned: !signatures.isEmpty)
    return valid.map(\.signature)
  }

  /// The good signatures, one for each distinct key.
  private func valid(
    _ signatures: [MetadataSignature], for bytes: [UInt8]
  ) throws(TrustError) -> [(key: PublicKey, signature: MetadataSignature)] {
    var valid: [(key: PublicKey, signature: MetadataSignature)] = []
    for signature in signatures {
      guard let key = usableKey(signature.keyid), !valid.contains(where: { $0.key == key }),
        try isValid(signature, for: bytes)
      else { continue }
      valid.append((key, signature))
    }
    return valid
  }

  /// Whether one of the role's keys made this signature of these bytes.
  package func isValid(_ signature: MetadataSignature, for bytes: [UInt8]) throws(TrustError) -> Bool {
    guard rule.keyids.contains(signature.keyid), let key = usableKey(signature.keyid),
      let raw = signature.sig.hexadecimalBytes
    else { return false }
    do throws(CryptographyError) {
      return try key.isValid(raw, for: bytes)
    } catch {
      throw TrustError(error)
    }
  }

  private func usableKey(_ keyid: ExactText) -> PublicKey? {
    if case .usable(let key)? = keys[keyid]?.material { key } else { nil }
  }

  /// Why keys of the role cannot count at all.
  private var remark: String {
    let reasons = rule.keyids.compactMap { keyid -> String? in
      switch keys[keyid]?.material {
      case .usable: nil
      case .unusable(let reason): "the key '\(keyid)' cannot be used: \(reason)"
      case nil: "the key '\(keyid)' is not listed"
      }
    }
    return reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
  }
}

extension RootMetadata {
  /// Who signs for a top-level role.
  package func authority(for role: TopLevelRole) -> RoleAuthority {
    RoleAuthority(role: role.name, rule: rule(for: role), keys: keys)
  }
}

extension Delegations {
  /// Who signs for the role of this name; nil when it is not in this list.
  package func authority(for name: ExactText) -> RoleAuthority? {
    roles.first { $0.name == name }.map { authority(for: $0) }
  }

  /// Who signs for a role of this list.
  package func authority(for role: DelegatedRole) -> RoleAuthority {
    RoleAuthority(role: role.name, rule: role.rule, keys: keys)
  }
}
