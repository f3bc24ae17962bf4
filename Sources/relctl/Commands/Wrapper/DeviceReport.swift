import WrapperInstaller

/// Shows what is on a device, for people.
enum DeviceReport {
  static func release(_ release: InstalledRelease?) -> String {
    release.map { "\($0.version) (\($0.state))" } ?? "none"
  }

  static func notices(_ notices: [Notice]) -> [String] {
    notices.map { "note: \($0.message) (\($0.code.rawValue))" }
  }
}
