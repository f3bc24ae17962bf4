package import ReleaseModel
package import ReleaseTrust

/// The operations on stored records that one transaction is made of, each of which touches few of them.
///
/// A session is handed to the body of `RegistryStore.read` or `change` and is not valid outside. What a failing body
/// did is undone.
package protocol StoreSession: AnyObject {
  // Releases
  /// One release; nil when there is none.
  func release(_ channel: Channel, _ version: SemanticVersion) throws -> WebRelease?
  /// Up to `limit` releases of a channel, drafts first and then newest first, each with its place in that order.
  func releases(
    of channel: Channel, after cursor: ReleaseCursor?, limit: Int
  ) throws -> [(release: WebRelease, cursor: ReleaseCursor)]
  /// What selection needs of a release; nil when there is none.
  func candidate(_ channel: Channel, _ version: SemanticVersion) throws -> ReleaseCandidate?
  /// The versions that were ever published, on any channel, and are this one but for upper and lower case, each with
  /// the artifact that it was first published with.
  func publishedVersions(like version: SemanticVersion) throws -> [PublishedVersion]
  /// Keeps a new release.
  func insert(_ release: WebRelease) throws
  /// Puts a release in the place of the one of its channel and version.
  func update(_ release: WebRelease) throws
  /// Removes a draft; does nothing to any other release.
  func deleteDraft(_ channel: Channel, _ version: SemanticVersion) throws
  /// Notes for ever that the version stands for the artifact, unless it does already.
  func recordPublished(_ version: SemanticVersion, artifact: Digest) throws
  /// The highest sequence number that was given, and when its release was published.
  func lastPublication() throws -> (sequence: Int64, publishedAt: Timestamp)?
  /// Counts one further, from 1, and gives the new number; a number is never given twice.
  func next(_ counter: StoreCounter) throws -> Int64

  /// Counts on to a number; false, and nothing changes, when it was given already.
  func advance(_ counter: StoreCounter, to number: Int64) throws -> Bool

  /// What is known of this being a backup's copy; nil when it is none, or when that is made up for.
  func restoreMark() throws -> RestoreMark?
  /// Notes it.
  func set(_ mark: RestoreMark?) throws

  // Artifacts
  /// The record of stored bytes; nil when there are none.
  func artifact(_ digest: Digest) throws -> ArtifactRecord?
  /// Keeps the record of bytes that have their place already.
  func insert(_ artifact: ArtifactRecord) throws
  /// Whether a release that devices may be on its way to uses the artifact.
  func isServable(artifact digest: Digest) throws -> Bool
  /// The same of an artifact with this tree.
  func isServable(tree digest: Digest) throws -> Bool

  // Trust metadata
  /// The newest file of every role; empty in development mode.
  func newestMetadata() throws -> [SignedRepository.File]
  /// The bytes of one version of a role's file, when it is still kept.
  func metadata(_ role: ExactText, version: Int64) throws -> [UInt8]?
  /// Keeps a new file. Every root is kept for ever, and the last versions of every other role.
  func insert(_ file: SignedRepository.File) throws
  /// What is not offered, or not to everybody.
  func releaseStates() throws -> ReleaseStates

  // Policies
  /// All of them, the newest first.
  func policies() throws -> [NativePolicy]
  /// One policy; nil when there is none.
  func policy(_ id: String) throws -> NativePolicy?
  /// Keeps a new policy.
  func insert(_ policy: NativePolicy) throws
  /// Puts a policy in the place of the one with its id.
  func update(_ policy: NativePolicy) throws

  // Tokens
  /// All of them, the oldest first, those that ended included.
  func tokens() throws -> [TokenRecord]
  /// The token of this secret; nil when there is none or it was revoked.
  func token(withSecret digest: Digest) throws -> TokenRecord?
  /// Keeps a new token with the digest of its secret.
  func insert(_ token: TokenRecord, secret digest: Digest) throws
  /// Ends a token, from this moment on.
  func revokeToken(_ id: String, at now: Timestamp) throws

  // Audit
  /// Adds a row that carries the hash of the row before it.
  func appendAudit(_ entry: AuditEntry) throws
  /// Up to `limit` rows, the newest first, from the one before `number` on.
  func auditRows(before number: Int64?, limit: Int) throws -> [StoredAuditRow]

  // Reports of devices
  /// The number that reports of a release are kept under; nil unless it was published with these bytes.
  func reportable(_ channel: Channel, _ version: SemanticVersion, artifact: Digest) throws -> Int64?
  /// What an accepted report said, as its `contentMark`; nil when no report of this id is known.
  func contentMark(ofReport id: MutationId) throws -> Int64?
  /// Keeps a report, unless one of its id is known.
  func accept(_ report: ArrivedReport) throws -> ReportAcceptance
  /// Whether there are reports or ids that are beyond the limits at a moment.
  func hasOldReports(_ limits: ReportLimits, at now: Timestamp) throws -> Bool
  /// Removes them; not all of them at once when they are many.
  func removeOldReports(_ limits: ReportLimits, at now: Timestamp) throws

  // Idempotency
  /// What the key's first request was answered with; nil when there was none.
  func answer(to key: IdempotencyKey) throws -> RememberedAnswer?
  /// Keeps an answer for requests that come again.
  func remember(_ answer: RememberedAnswer, for key: IdempotencyKey, at now: Timestamp) throws
}

/// Keeps the registry's records. Every read sees one state; every change is one transaction, durable on return.
package protocol RegistryStore: Sendable {
  /// Runs a read, which must be short.
  func read<Result: Sendable>(_ body: @Sendable (any StoreSession) throws -> Result) throws(RegistryError)
    -> Result
  /// Like `read`, for walks over many rows: beside every other read and change, which it does not keep waiting.
  func scan<Result: Sendable>(_ body: @Sendable (any ScanSession) throws -> Result) throws(RegistryError)
    -> Result
  /// Runs a change. `committed` runs after it is durable and before any later change starts.
  func change<Result: Sendable>(
    _ body: @Sendable (any StoreSession) throws -> Result, committed: @Sendable (Result) -> Void
  ) throws(RegistryError) -> Result
  /// Runs a change and undoes it, whatever came of it.
  func rehearse<Result: Sendable>(_ body: @Sendable (any StoreSession) throws -> Result) throws(RegistryError)
    -> Result
}

/// A version that was published, and the bytes that it stands for.
package struct PublishedVersion: Sendable, Hashable {
  /// The version, as it was published.
  package let version: SemanticVersion
  /// The bytes that it was first published with.
  package let artifact: Digest
}

/// What the registry numbers.
package enum StoreCounter: String, Sendable {
  /// Publications, registry-wide.
  case sequence
  /// Policies.
  case policy
  /// Tokens.
  case token
  /// Reports of devices.
  case report
}

/// A stored zip.
package struct ArtifactRecord: Sendable, Hashable, Codable {
  package let sha256: Digest
  /// The zip's length in bytes.
  package let sizeBytes: UInt64
  package let tree: TreeSummary
  /// What the inspection warned about.
  package let warnings: [FieldError]
  package let createdAt: Timestamp
}

/// Names a request that may be sent again.
package struct IdempotencyKey: Sendable, Hashable {
  package let key: String
  package let tokenId: String
  /// The digest of method, path and body.
  package let request: Digest
}

/// The answer that a request with an idempotency key was given.
package struct RememberedAnswer: Sendable, Hashable {
  package let request: Digest
  package let status: Int
  package let body: [UInt8]
  package let revision: Int64?
}
