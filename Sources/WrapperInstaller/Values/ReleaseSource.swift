import HTTPClient
import ReleaseModel

/// Who asks, and whom: the server, the channel, and what this wrapper is.
public struct ReleaseSource: Sendable {
  /// The registry's address.
  let server: WebAddress
  /// The channel whose releases are wanted.
  let channel: Channel
  /// The kind of device.
  let platform: Platform
  /// The wrapper's version.
  let wrapperVersion: SemanticVersion
  /// The device's own stable number for phased rollouts.
  let cohort: Cohort?

  /// Checks the settings; fails with `invalid_configuration`, naming the setting and what to write.
  ///
  /// - Parameters:
  ///   - server: an address such as `https://releases.example.com`; a path in it is kept.
  ///   - platform: `ios` or `android`.
  ///   - wrapperVersion: the version of this app, strict SemVer.
  ///   - cohort: 0 to 9999, drawn once per device; nil stays outside any phased rollout.
  public init(
    server: String, channel: String, platform: String, wrapperVersion: String, cohort: Int? = nil
  ) throws(InstallerError) {
    do throws(HTTPClientError) {
      self.server = try WebAddress(parsing: server)
    } catch {
      throw InstallerError(.invalidConfiguration, during: .configuration, error.message, cause: error)
    }
    do throws(ModelError) {
      self.channel = try Channel(parsing: channel)
      self.platform = try Platform(parsing: platform)
      self.wrapperVersion = try SemanticVersion(parsing: wrapperVersion)
      self.cohort = if let cohort { try Cohort(parsing: String(cohort)) } else { nil }
    } catch {
      throw InstallerError(.invalidConfiguration, during: .configuration, error.message, cause: error)
    }
  }
}
