package import ReleaseModel

/// Where a simulation takes place.
package struct SimulationSetting: Sendable {
  /// The registry that the devices ask.
  package var server: String
  package var channel: Channel
  /// The releases that a device can have installed.
  package var releases: [LatestRelease] = []
  /// The file and the bytes of the root that the app is delivered with.
  package var trustRoot: (file: String, bytes: [UInt8])?
  package var certificateAuthorityFile: String?
  /// The web files inside the app; without it, `built-in` is a page made for the purpose.
  package var builtInFolder: String?
  /// The program `relctl`, to be killed.
  package var program: String
  /// A folder for the devices.
  package var scratch: String
  /// How many devices run at once.
  package var parallel = 4

  package init(server: String, channel: Channel, program: String, scratch: String) {
    self.server = server
    self.channel = channel
    self.program = program
    self.scratch = scratch
  }
}
