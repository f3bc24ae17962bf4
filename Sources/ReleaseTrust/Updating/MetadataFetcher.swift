/// Where metadata comes from. Whatever comes is not trusted before the rules are done with it.
package protocol MetadataFetcher {
  /// Fetches a file of the repository's metadata folder.
  ///
  /// - Parameters:
  ///   - name: the file's name as a segment of an address: `2.root.json`, `timestamp.json`, `1.%3F.json`.
  ///   - maximumBytes: how many bytes are accepted. A fetcher stops there, and gives up on a source that is too slow.
  /// - Throws: `metadata_too_long`, or `metadata_fetch_failed` with the cause.
  func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata

  /// Fetches `timestamp.json`, with what the source says of its newest root at the same time. A source that says nothing
  /// of that need not have this.
  func fetchTimestamp(maximumBytes: Int) throws(TrustError) -> FetchedTimestamp
}

extension MetadataFetcher {
  package func fetchTimestamp(maximumBytes: Int) throws(TrustError) -> FetchedTimestamp {
    FetchedTimestamp(try fetch("timestamp.json", maximumBytes: maximumBytes), newestRoot: nil)
  }
}

/// What a source has as its timestamp.
package struct FetchedTimestamp: Sendable, Hashable {
  /// The file, or that there is none.
  package let metadata: FetchedMetadata
  /// The version of the newest root, if the source says; nobody signed that.
  package let newestRoot: Int64?

  package init(_ metadata: FetchedMetadata, newestRoot: Int64?) {
    self.metadata = metadata
    self.newestRoot = newestRoot
  }
}

/// What a source has under a name.
package enum FetchedMetadata: Sendable, Hashable {
  /// The file as it was received.
  case bytes([UInt8])
  /// The source says that there is none; over HTTP by 404, or 403 as object stores do.
  case notFound
}
