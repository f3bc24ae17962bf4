package import HTTPClient
package import ReleaseTrust

/// Metadata from a repository's folder on a web server, one request for each file.
///
/// A missing file is answered with 404, or with 403 as object stores do; every other answer but 200 is a failure.
package struct HTTPMetadataFetcher: MetadataFetcher {
  private let folder: WebAddress
  private let client: HTTPClient
  private let cancellation: Cancellation?

  /// - Parameters:
  ///   - folder: where `timestamp.json` lies, with or without a slash at its end.
  ///   - client: made with `HTTPClientConfiguration.trust`, unless there is a reason for other bounds.
  package init(folder: WebAddress, client: HTTPClient, cancellation: Cancellation? = nil) {
    self.folder = folder
    self.client = client
    self.cancellation = cancellation
  }

  package func fetch(_ name: String, maximumBytes: Int) throws(TrustError) -> FetchedMetadata {
    try Self.metadata(try answer(name, maximumBytes: maximumBytes), name, maximumBytes)
  }

  package func fetchTimestamp(maximumBytes: Int) throws(TrustError) -> FetchedTimestamp {
    let name = "timestamp.json"
    let response = try answer(name, maximumBytes: maximumBytes)
    return FetchedTimestamp(
      try Self.metadata(response, name, maximumBytes),
      newestRoot: RootVersionField.version(parsing: response.fields.values(of: RootVersionField.name)))
  }

  private static func metadata(
    _ response: HTTPResponse, _ name: String, _ maximumBytes: Int
  ) throws(TrustError) -> FetchedMetadata {
    switch response.status {
    case 200:
      guard response.body.count <= maximumBytes else { throw tooLong(name, maximumBytes, cause: nil) }
      return .bytes(response.body)
    case 403, 404: return .notFound
    default:
      throw TrustError(
        .metadataFetchFailed,
        "\(response.address) answered \(response.status) instead of '\(name)'; is this the repository's address?",
        cause: UnexpectedAnswer(status: response.status))
    }
  }

  /// The page that explains a 404 is often longer than the file that is missing; it may be this long.
  private static let explanationBytes = 64 << 10

  private func answer(_ name: String, maximumBytes: Int) throws(TrustError) -> HTTPResponse {
    do throws(HTTPClientError) {
      let request = HTTPRequest(
        .get, try folder.appending(encodedPath: name),
        maximumResponseBytes: max(maximumBytes, Self.explanationBytes))
      return try client.send(request, cancellation: cancellation)
    } catch {
      if error.code == .tooLarge { throw Self.tooLong(name, maximumBytes, cause: error) }
      throw TrustError(.metadataFetchFailed, "cannot fetch '\(name)': \(error.message)", cause: error)
    }
  }

  private static func tooLong(_ name: String, _ maximumBytes: Int, cause: HTTPClientError?) -> TrustError {
    TrustError(
      .metadataTooLong, "'\(name)' has more than \(maximumBytes) bytes, which is all that is accepted of it",
      cause: cause)
  }
}
