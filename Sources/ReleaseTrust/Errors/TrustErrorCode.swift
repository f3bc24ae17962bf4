/// Why something was not trusted. The raw values are stable and documented in docs/errors.md.
package enum TrustErrorCode: String, Sendable, CaseIterable {
  // What the strict JSON reader refuses.
  case jsonSyntax = "json_syntax"
  case jsonDuplicateKey = "json_duplicate_key"
  case jsonNotAnInteger = "json_not_an_integer"
  case jsonIntegerOutOfRange = "json_integer_out_of_range"
  case jsonTrailingBytes = "json_trailing_bytes"
  case jsonByteOrderMark = "json_byte_order_mark"
  case jsonTooDeep = "json_too_deep"
  case jsonTooLong = "json_too_long"
  case jsonInvalidUTF8 = "json_invalid_utf8"
  case jsonLoneSurrogate = "json_lone_surrogate"

  // What is wrong inside of one metadata file.
  case invalidMetadata = "invalid_metadata"
  case invalidMetadataTime = "invalid_metadata_time"
  case wrongMetadataType = "wrong_metadata_type"
  case unsupportedSpecVersion = "unsupported_spec_version"
  case keyidMismatch = "keyid_mismatch"
  case duplicateKeyid = "duplicate_keyid"
  case duplicateSignature = "duplicate_signature"
  case duplicateRole = "duplicate_role"
  case reservedRoleName = "reserved_role_name"

  // Who signed.
  case unsignedMetadata = "unsigned_metadata"
  case thresholdNotMet = "threshold_not_met"
  case signingFailed = "signing_failed"
  case cryptographyFailed = "cryptography_failed"

  // What does not fit what was trusted before, or the time.
  case versionRollback = "version_rollback"
  case versionMismatch = "version_mismatch"
  case roleVanished = "role_vanished"
  case roleNotInSnapshot = "role_not_in_snapshot"
  case expiredRoot = "expired_root"
  case expiredTimestamp = "expired_timestamp"
  case expiredSnapshot = "expired_snapshot"
  case expiredTargets = "expired_targets"
  case metadataLengthMismatch = "metadata_length_mismatch"
  case metadataHashMismatch = "metadata_hash_mismatch"

  // The way to a target file.
  case tooManyDelegations = "too_many_delegations"
  case roleNotDelegated = "role_not_delegated"
  case noKnownHash = "no_known_hash"
  case targetLengthMismatch = "target_length_mismatch"
  case targetHashMismatch = "target_hash_mismatch"
  case targetNotFound = "target_not_found"

  // What an answer about a release says, against what was signed of it.
  case releaseNotSigned = "release_not_signed"
  case invalidReleaseMetadata = "invalid_release_metadata"
  case channelNotAsSigned = "channel_not_as_signed"
  case releaseVersionNotAsSigned = "release_version_not_as_signed"
  case sequenceNotAsSigned = "sequence_not_as_signed"
  case artifactNotAsSigned = "sha256_not_as_signed"
  case sizeNotAsSigned = "size_not_as_signed"
  case treeNotAsSigned = "tree_not_as_signed"
  case entryFileNotAsSigned = "entry_file_not_as_signed"
  case wrapperRangeNotAsSigned = "wrapper_range_not_as_signed"
  case apiContractRangeNotAsSigned = "api_contract_range_not_as_signed"

  // What a repository does not take, although a client might.
  case staleMetadata = "stale_metadata"
  case missingMetadata = "missing_metadata"
  case unsuitableMetadata = "unsuitable_metadata"
  case foreignOnlineKey = "foreign_online_key"
  case releasesNotAsPublished = "releases_not_as_published"
  case signatureInvalid = "signature_invalid"
  case channelNotDelegated = "channel_not_delegated"
  case nothingToSign = "nothing_to_sign"

  // Fetching.
  case metadataNotFound = "metadata_not_found"
  case metadataTooLong = "metadata_too_long"
  case metadataFetchFailed = "metadata_fetch_failed"
  case targetFetchFailed = "target_fetch_failed"

  // The store.
  case trustRootMissing = "trust_root_missing"
  case otherTrustRoot = "other_trust_root"
  case trustStoreBusy = "trust_store_busy"
  case trustStoreFailed = "trust_store_failed"
  case diskFull = "disk_full"
  case permissionDenied = "permission_denied"

  /// Those that say that the time of something is over.
  package static let expiries: Set<TrustErrorCode> = [
    .expiredRoot, .expiredTimestamp, .expiredSnapshot, .expiredTargets,
  ]
}
