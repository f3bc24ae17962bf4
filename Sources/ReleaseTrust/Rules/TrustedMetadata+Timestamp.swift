extension TrustedMetadata {
  /// What a fetched timestamp is worth.
  package enum TimestampUpdate: Sendable, Hashable {
    /// It is newer, and trusted now.
    case replaced
    /// It has the version that is trusted already, which stays (5.4.3).
    case kept
  }

  /// Takes the timestamp of an earlier run.
  package mutating func recall(timestamp bytes: [UInt8]) throws(TrustError) {
    timestamp = try verifiedTimestamp(bytes)
  }

  /// Takes a fetched timestamp (5.4).
  package mutating func update(timestamp bytes: [UInt8]) throws(TrustError) -> TimestampUpdate {
    try requireUnexpiredRoot()
    let next = try verifiedTimestamp(bytes)
    if let timestamp {
      try requireNoRollback(of: "timestamp.json", from: timestamp.version, to: next.version)
      if next.version == timestamp.version {
        try requireUnexpired(timestamp, .expiredTimestamp, role: "timestamp")
        timestampIsCurrent = true
        return .kept
      }
      try requireNoRollback(
        of: "snapshot.json, as timestamp.json states it,", from: timestamp.snapshot.version,
        to: next.snapshot.version)
    }
    try requireUnexpired(next, .expiredTimestamp, role: "timestamp")
    timestamp = next
    timestampIsCurrent = true
    // What lies below is judged by what the new one states.
    snapshotIsCurrent = false
    targets = [:]
    return .replaced
  }

  private func verifiedTimestamp(_ bytes: [UInt8]) throws(TrustError) -> TimestampMetadata {
    do throws(TrustError) {
      return try verified(bytes, maximumBytes: limits.timestampBytes, by: root.authority(for: .timestamp)).1
    } catch {
      throw error.naming("timestamp.json")
    }
  }
}
