/// Where metadata comes from. Whatever comes is not trusted before the rules are done with it.
package protocol MetadataFetcher {
  /// Fetches a file of the repository's metadata folder.
  ///
  /// - Parameters:
  ///   - name: the file's name as a segment of an address: `2.root.json`, `timestamp.json`, `1.%3F.json`.
  ///   - maximumBytes: how many bytes are accepted. A fetcher stops there, and gives up on a source that is too slow.
  /// - Throws: `metadata_too_long`, or `metadata_fetch_failed` with the cause.
  func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata
}

/// What a source has under a name.
package enum FetchedMetadata: Sendable, Hashable {
  /// The file as it was received.
  case bytes([UInt8])
  /// The source says that there is none; over HTTP by 404, or 403 as object stores do.
  case notFound
}
