import WrapperInstaller

/// Shows what is on a device, for people.
enum DeviceReport {
  static func release(_ release: InstalledRelease?) -> String {
    release.map { "\($0.version) (\($0.state))" } ?? "none"
  }

  static func trust(_ trust: TrustStatus) -> String {
    switch trust.mode {
    case .development: "no root: nothing is verified"
    case .signed: trust.rootVersion.map { "root version \($0)" } ?? "a root that cannot be read"
    }
  }

  static func refusal(_ refusal: Refusal) -> String {
    let offered = refusal.offeredVersion.map { " of \($0)" } ?? ""
    return "\(refusal.code)\(offered) at \(refusal.refusedAt): \(refusal.message)"
  }

  static func notices(_ notices: [Notice]) -> [String] {
    notices.map { "note: \($0.message) (\($0.code.rawValue))" }
  }
}
