/// Whether a newer web release waits on the device.
public enum WebUpdate: Sendable, Hashable, Codable {
  /// Nothing newer than what runs.
  case none
  /// This version is installed and starts at the next launch, or at once if the page asks for that.
  case installed(version: String)
}
