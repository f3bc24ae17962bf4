import ReleaseModel
import WrapperInstaller

/// Does with one device what its app would do, with the library that the app embeds.
struct DeviceHands {
  let documentsFolder: String
  let builtIn: BuiltInRelease?
  let setting: SimulationSetting
  let platform: Platform
  let cohort: Cohort?
  /// The wrapper's version, which a store update changes.
  var wrapperVersion: SemanticVersion

  /// What is wrong around a single call.
  struct Trouble {
    /// In place of the registry's address.
    var server: String?
    var conditions = DeviceConditions()
    /// Whether the device believes unsigned releases, as it does while it is being set up.
    var ignoresRoot = false
    /// Less than what a device has, so that a fault that lasts does not take minutes.
    var isImpatient = false
  }

  /// Asks and installs.
  func install(_ trouble: Trouble = Trouble()) async -> DeviceOutcome.Attempt {
    do throws(InstallerError) {
      return DeviceOutcome.Attempt(try await installer(trouble).install(from: try source(trouble.server)))
    } catch {
      return DeviceOutcome.Attempt(error)
    }
  }

  /// Asks whether the wrapper should be updated; nil when there is no answer.
  func native() async -> NativeUpdateStatus? {
    do throws(InstallerError) {
      switch try await installer().checkNativeUpdate(from: try source(nil)).severity {
      case .none: return .current
      case .recommended: return .updateAvailable
      case .required: return .updateRequired
      }
    } catch {
      return nil
    }
  }

  /// Starts the app, looks whether what starts is complete, and lets its page confirm that it works.
  func start(confirming: Bool) async -> Start {
    do throws(InstallerError) {
      let installer = installer()
      let result = try await installer.beginLaunch(wrapperVersion: wrapperVersion.description)
      guard let launch = result.launch else { return Start(running: .nothing) }
      var start = Start(running: result.outcome == .builtIn ? .builtIn : .release(launch.version ?? ""))
      start.token = launch.token
      start.damage = try await damage(installer)
      if confirming {
        let confirmation = try await installer.confirm(token: launch.token)
        start.isConfirmed = confirmation == .confirmed || confirmation == .builtIn
      }
      return start
    } catch {
      return Start(running: .nothing, damage: "the launch fails: \(error.message) (\(error.code.rawValue))")
    }
  }

  /// A launch.
  struct Start {
    var running: DeviceOutcome.Running
    /// What is wrong with the files on the device; nil when they are complete.
    var damage: String?
    var isConfirmed = false
    /// What names the launch; nil when nothing starts.
    var token: String?
  }

  /// Tells the library what becomes of a launch; what it makes of that, the next start shows.
  ///
  /// - Returns: why it could not be told; nil when it was.
  func tell(_ event: LaunchEvent, of start: Start) async -> String? {
    guard let token = start.token else { return nil }
    do throws(InstallerError) {
      _ = try await installer().report(event, token: token)
      return nil
    } catch {
      return error.message
    }
  }

  /// Goes back, for real, and starts what is there then.
  func goBack() async -> (way: DeviceOutcome.WayBack, start: Start?) {
    do throws(InstallerError) {
      switch try await installer().rollback().outcome {
      case .nothingToLeave: return (.notNeeded, nil)
      case .nothingToGoBackTo: return (.nothing, nil)
      case .rolledBack, .rolledBackToBuiltIn: break
      }
    } catch {
      return (.nothing, Start(running: .nothing, damage: error.message))
    }
    let start = await start(confirming: false)
    switch start.running {
    case .nothing: return (.nothing, start)
    case .builtIn: return (.builtIn, start)
    case .release(let version): return (.release(version), start)
    }
  }

  private func damage(_ installer: ReleaseInstaller) async throws(InstallerError) -> String? {
    try await installer.status().notices.first {
      [.releaseDamaged, .releaseMissing, .builtInMissing].contains($0.code)
    }?.message
  }

  private func installer(_ trouble: Trouble = Trouble()) -> ReleaseInstaller {
    var settings = InstallerSettings()
    settings.certificateAuthorityFile = setting.certificateAuthorityFile
    // What became of a device that does not exist is no news for a registry.
    settings.sendsReports = false
    if !trouble.ignoresRoot { settings.trustRoot = setting.trustRoot?.bytes }
    if trouble.isImpatient {
      settings.maximumAttempts = 2
      settings.slowTransferPatience = .seconds(2)
    }
    return ReleaseInstaller(
      documentsFolder: documentsFolder, builtIn: builtIn, settings: settings, conditions: trouble.conditions)
  }

  private func source(_ server: String?) throws(InstallerError) -> ReleaseSource {
    try ReleaseSource(
      server: server ?? setting.server, channel: setting.channel.name, platform: platform.rawValue,
      wrapperVersion: wrapperVersion.description, cohort: cohort?.value)
  }
}

extension DeviceOutcome.Attempt {
  fileprivate init(_ result: InstallResult) {
    outcome = result.outcome.rawValue
    reason = result.reason
    message = result.message
    offered = result.offeredVersion
    isGood =
      switch result.outcome {
      case .installed, .movedFromWithdrawn, .repaired, .current, .nothingOffered, .refused: true
      case .notTrusted, .offlineUsingInstalled, .offlineUsingBuiltIn, .nothingInstalled: false
      }
  }

  fileprivate init(_ error: InstallerError) {
    outcome = error.code.rawValue
    reason = error.stage.rawValue
    message = error.message
    offered = nil
    isGood = false
  }
}
