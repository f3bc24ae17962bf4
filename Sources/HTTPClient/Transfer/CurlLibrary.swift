import CCurl

/// libcurl itself, which is opened by the first that needs it.
enum CurlLibrary {
  /// Opens libcurl, or finds it open already.
  static func open() throws(HTTPClientError) {
    guard let reason = ccurl_open() else { return }
    throw HTTPClientError(
      .internalFailure,
      "\(String(cString: reason)); install libcurl (on Debian the package libcurl4) and try again")
  }
}
