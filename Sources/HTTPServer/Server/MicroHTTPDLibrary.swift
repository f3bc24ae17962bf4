import CMicroHTTPD

/// libmicrohttpd itself, which is opened by the first server that starts.
enum MicroHTTPDLibrary {
  /// Opens libmicrohttpd, or finds it open already; `library_unusable` says why it cannot be.
  static func open() throws(HTTPServerError) {
    guard let reason = mhd_open() else { return }
    throw HTTPServerError(
      .libraryUnusable,
      "\(String(cString: reason)); install libmicrohttpd (on Debian 12 the package libmicrohttpd12) and try again."
    )
  }
}
