package import ReleaseModel

/// For how long the metadata is good that the registry signs itself.
package struct OnlineLifetimes: Sendable, Hashable {
  /// How long a device can be kept from noticing that there is something newer.
  package var timestampSeconds: Int64 = 86_400
  package var snapshotSeconds: Int64 = 7 * 86_400
  package var statusSeconds: Int64 = 7 * 86_400

  package init() {}

  /// Whether metadata is to be signed again: less than half of its time is left, or it was signed for longer than it is to
  /// be good now.
  static func isDue(_ metadata: some SignedMetadata, lifetime: Int64, at now: Timestamp) -> Bool {
    let left = metadata.expires.secondsSinceEpoch - now.secondsSinceEpoch
    return left < lifetime / 2 || left > lifetime
  }
}

extension Timestamp {
  package func advanced(bySeconds count: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: secondsSinceEpoch + count)
  }
}
