package import ReleaseBundle
package import ReleaseModel
package import ReleaseTrust

/// How a registry behaves; what is not said here is in the data folder.
package struct RegistryConfiguration: Sendable {
  /// Where devices reach the registry, without a slash at the end; the base of `zipUrl`.
  package var publicURL = "http://127.0.0.1:8080"
  /// For how many seconds caches may keep the answer of a check. Anything above 0 delays a pause by as much.
  package var checkMaxAgeSeconds = 0
  /// What bundles may hold.
  package var bundleLimits = BundleLimits.standard
  /// How many uploads may be under way at once; fewer than the server has worker threads.
  package var maximumUploads = 4
  /// How many bytes of the disk no upload may use: a pause, a signature and the next metadata need room when nothing else
  /// has any.
  package var reservedBytes: UInt64 = 64 << 20
  /// What the reports of devices may take.
  package var reportLimits = ReportLimits()
  /// Where the passphrase of the registry's own signing key comes from.
  package var onlineKeyPassphrase = OnlineKeyPassphrase.inDataFolder
  /// For how long the metadata is good that the registry signs itself.
  package var onlineLifetimes = OnlineLifetimes()
  /// The present moment.
  package var clock: @Sendable () -> Timestamp

  package init(clock: @escaping @Sendable () -> Timestamp = Timestamp.now) { self.clock = clock }

  var cacheControl: String { "public, max-age=\(checkMaxAgeSeconds), must-revalidate" }
}
