import HTTPClient
import ReleaseBundle

/// The bounds within which a device installs.
public struct InstallerSettings: Sendable {
  /// The longest archive that is fetched, in bytes.
  public var maximumArchiveBytes = BundleLimits.standard.maximumArchiveBytes
  /// The most bytes that a release may have on disk.
  public var maximumUnpackedBytes = BundleLimits.standard.maximumUnpackedBytes
  /// How often a request is sent at most, the first time included.
  public var maximumAttempts = 4
  /// How long a connection may take to stand.
  public var connectTimeout = Duration.seconds(15)
  /// How long a check may take.
  public var checkTimeout = Duration.seconds(30)
  /// How long a transfer may nearly stand still before it is given up, in whole seconds.
  public var slowTransferPatience = Duration.seconds(30)
  /// A PEM file with the certificate authorities to trust in place of the system's.
  public var certificateAuthorityFile: String?
  /// The bytes of the root of trust (`root.json`) that the app is delivered with. With it, nothing is installed that the
  /// channel's keys did not sign, whatever the server says. A device that once had a root keeps it: nil then goes on with
  /// the one that is kept, and only a device that never had one believes the server.
  public var trustRoot: [UInt8]?
  /// Whether the registry is told what came of its releases.
  public var sendsReports = true
  /// How old a part of an archive may get that no installation continued.
  public var partLifetime = Duration.seconds(7 * 86_400)
  /// How many launches of a release may end without its page's word before it is taken back; at least 1.
  public var launchAttempts = 3
  /// How long a page may take to confirm that it works, in foreground time of one launch, before its release is taken back.
  public var readyTimeout = Duration.seconds(20)
  /// Whether a launch reads and hashes every file of the release that it starts. Without it, the files count as what they
  /// were when they were last read, as long as nobody has written to one, replaced, added or removed one since.
  public var rehashesAtLaunch = false

  /// The defaults.
  public init() {}

  var launchRule: LaunchRule { LaunchRule(attempts: launchAttempts, readyTimeout: readyTimeout) }

  func limits() throws(InstallerError) -> BundleLimits {
    do {
      return try BundleLimits(
        maximumUnpackedBytes: maximumUnpackedBytes, maximumArchiveBytes: maximumArchiveBytes)
    } catch {
      throw InstallerError(.invalidConfiguration, during: .configuration, error.message, cause: error)
    }
  }

  var httpConfiguration: HTTPClientConfiguration {
    var configuration = HTTPClientConfiguration()
    configuration.userAgent = "WrapperInstaller"
    configuration.connectTimeout = connectTimeout
    configuration.exchangeTimeout = checkTimeout
    configuration.slowTransferPatience = slowTransferPatience
    configuration.certificateAuthorityFile = certificateAuthorityFile
    configuration.retry.maximumAttempts = max(1, maximumAttempts)
    configuration.maximumResponseBytes = 1 << 20
    return configuration
  }
}
