import WrapperInstaller

/// Shows what is on a device, for people.
enum DeviceReport {
  static func release(_ release: InstalledRelease?) -> String {
    guard let release else { return "none" }
    guard release.attempts > 0, release.state != "healthy" else {
      return "\(release.version) (\(release.state))"
    }
    let launches = release.attempts == 1 ? "1 launch" : "\(release.attempts) launches"
    return "\(release.version) (\(release.state), \(launches) failed)"
  }

  static func update(_ update: UpdateState) -> String {
    switch update {
    case .idle: "none waits"
    case .checking: "checking"
    case .downloading(let bytes, let total): "downloading, \(bytes) of \(total) bytes"
    case .installed: "installed, starts at the next launch"
    case .restarting: "restarting"
    case .updateFailed(let code, let retryable):
      "failed (\(code))\(retryable ? ", may work another time" : "")"
    }
  }

  static func launch(_ launch: LaunchStatus) -> String {
    let seconds = launch.foregroundMilliseconds / 1_000
    return "\(launch.version ?? "built in") at \(launch.startedAt), \(seconds) s in the foreground"
      + (launch.phase.map { " (\($0))" } ?? "")
  }

  /// - Parameters:
  ///   - version: what failed; nil for the built-in release.
  ///   - isBlocked: whether it was taken back for good.
  static func failure(of version: String?, _ code: String, isBlocked: Bool, running: Launch?) -> String {
    let fate =
      isBlocked
      ? "did not work and was taken back (\(code)); its bytes are not tried again"
      : "did not start (\(code)), and waits for the next launch"
    return "\(name(version)) \(fate). \(running.map { name($0.version) } ?? "nothing") runs instead"
  }

  private static func name(_ version: String?) -> String {
    version.map { "release \($0)" } ?? "the built-in release"
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
