/// The stages of an installation at which a device can be held or killed.
package enum DeviceStage: String, Sendable, Hashable, CaseIterable {
  /// Asking the server.
  case checking
  /// The first bytes of the archive are on the disk.
  case downloading
  /// The archive is whole, and nothing of it is unpacked.
  case unpacking
  /// Every file is on the disk, and the old release is still the current one.
  case activating
}
