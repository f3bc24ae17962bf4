import ReleaseModel
import ReleaseTrust

extension Registry {
  /// How far a sequence number may be ahead of the last one, so that nobody can use them up.
  private static let maximumSequenceStep: Int64 = 1_000_000

  /// What a release gets when it is published: in development mode the next sequence number; once there is a root, what
  /// release engineers signed, which becomes a part of the change.
  ///
  /// Throws `no_trust_root`, `signature_required`, `stale_sequence`, `online_key_not_in_root` and what
  /// `OfflineMetadata.publishing` throws.
  func publication(
    of draft: WebRelease, _ signing: ReleaseSigning?, _ scope: inout ChangeScope
  ) throws -> Publication {
    guard let next = try verified(signing, of: draft, over: scope.snapshot, at: scope.now) else {
      return try Publication(next: scope.session, now: scope.now)
    }
    scope.nextOffline = next.offline
    return try Publication(
      next.signing.sequence, scope.session, now: scope.now,
      signatures: next.signing.statement.map { ReleaseSignature(keyid: $0.keyid.string, sig: $0.sig.string) })
  }

  /// What people sign once the release is published, after their signatures over it were found good; nil in development
  /// mode. Changes nothing. Throws what `publication` throws.
  func verified(
    _ signing: ReleaseSigning?, of draft: WebRelease, over snapshot: RegistrySnapshot, at now: Timestamp
  ) throws -> (offline: OfflineMetadata, signing: ReleaseSigning)? {
    guard let offline = snapshot.trust?.repository.offline else {
      guard signing == nil else {
        throw RegistryError(
          .noTrustRoot,
          "'signing' was sent, but this registry has no trust root and runs in development mode: nothing would verify "
            + "it; set one with 'relctl trust publish', or leave 'signing' out")
      }
      return nil
    }
    guard onlineKeys.key(for: offline) != nil else {
      throw RegistryError(
        .onlineKeyNotInRoot,
        "the registry's key was replaced, and root does not name the new one: no new release can be signed for; "
          + "publish a root that does with 'relctl trust rotate'")
    }
    let last = snapshot.sequence
    guard let signing else {
      let release = SignedRelease(draft, sequence: last + 1)
      throw RegistryError(
        .signatureRequired,
        "\(draft.subject) has to be signed: \(try offline.wanted(for: release)); 'relctl release publish' does it"
      )
    }
    guard signing.sequence > last, signing.sequence - last <= Self.maximumSequenceStep else {
      throw RegistryError(
        .staleSequence,
        "the sequence \(signing.sequence) was signed, and \(last) was given last: sign again with \(last + 1)"
      )
    }
    let next = try offline.publishing(SignedRelease(draft, sequence: signing.sequence), signing, at: now)
    return (next, signing)
  }
}
