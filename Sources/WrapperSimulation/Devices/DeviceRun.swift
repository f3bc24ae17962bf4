import HTTPClient
import ReleaseModel
import WrapperInstaller

/// Plays one device's story: it is set up, something goes wrong, it installs, starts, confirms and goes back.
struct DeviceRun {
  let device: SimulatedDevice
  let setting: SimulationSetting
  let earlier: EarlierReleases
  let builtIn: BuiltInRelease
  let folder: String

  /// Runs the story; throws only when the simulation itself cannot go on.
  func run() async throws(SimulationError) -> DeviceOutcome {
    var hands = DeviceHands(
      documentsFolder: folder, builtIn: hasBuiltIn ? builtIn : nil, setting: setting,
      platform: device.platform, cohort: device.cohort, wrapperVersion: device.wrapperVersion)
    try await setUp(hands)
    let native = await hands.native()
    let trouble = try await trouble(&hands)
    let attempt = await hands.install()
    let start = await hands.start(confirming: true)
    var outcome = DeviceOutcome(
      native: native, fault: trouble.trace, attempt: attempt,
      offered: trouble.trace?.attempt?.offered ?? attempt.offered, running: start.running,
      isConfirmed: start.isConfirmed, wayBack: .notNeeded, wasTakenBack: trouble.wasTakenBack,
      violations: trouble.violations)
    if !attempt.isGood {
      outcome.violations.append("the installation ends with \(attempt.outcome): \(attempt.message)")
    }
    outcome.violations += violations(of: start, "in the end")
    await goBack(hands, &outcome)
    return outcome
  }

  private var hasBuiltIn: Bool {
    switch device.installed {
    case .nothing: false
    case .builtIn: true
    case .release: setting.builtInFolder != nil
    }
  }

  private func setUp(_ hands: DeviceHands) async throws(SimulationError) {
    guard case .release(let version) = device.installed else { return }
    var trouble = DeviceHands.Trouble(server: earlier.address(of: version), ignoresRoot: true)
    trouble.conditions.vouchesForReleases = true
    let attempt = await hands.install(trouble)
    let start = await hands.start(confirming: true)
    guard start.running == .release(version.description), start.isConfirmed else {
      throw SimulationError(
        .impossibleDevice, "\(device.name): \(version) cannot be installed first: \(attempt.message)")
    }
  }

  private func goBack(_ hands: DeviceHands, _ outcome: inout DeviceOutcome) async {
    guard case .release = outcome.running else { return }
    let (way, start) = await hands.goBack()
    outcome.wayBack = way
    if let start { outcome.violations += violations(of: start, "after going back") }
  }

  /// What should not be at a launch: a device that could start before must start something complete.
  private func violations(of start: DeviceHands.Start, _ when: String) -> [String] {
    var violations: [String] = []
    if let damage = start.damage { violations.append("\(when), \(damage)") }
    if start.running == .nothing, device.installed != .nothing {
      violations.append("\(when), nothing starts, where \(device.installed) did before")
    }
    return violations
  }

  // MARK: What goes wrong

  private struct Trouble {
    var trace: DeviceOutcome.FaultTrace?
    var wasTakenBack = false
    var violations: [String] = []
  }

  private func trouble(_ hands: inout DeviceHands) async throws(SimulationError) -> Trouble {
    switch device.scenario {
    case .plain: return Trouble()
    case .network(let fault): return try await lie(fault, hands)
    case .kill(let stage): return try await kill(stage, hands)
    case .diskFull:
      var trouble = DeviceHands.Trouble()
      trouble.conditions.freeBytes = 0
      let attempt = await hands.install(trouble)
      return await look(hands, attempt, happened: attempt.outcome == "not_enough_space")
    case .diskFills(let bytes):
      var trouble = DeviceHands.Trouble()
      trouble.conditions.roomBytes = bytes
      let attempt = await hands.install(trouble)
      return await look(hands, attempt, happened: attempt.outcome == "disk_full")
    case .wrongClock(let seconds):
      var trouble = DeviceHands.Trouble()
      trouble.conditions.clockOffsetSeconds = seconds
      return await look(hands, await hands.install(trouble), happened: true)
    case .neverConfirms:
      return await fail(.foreground(for: InstallerSettings().readyTimeout), hands)
    case .crashes: return await fail(.ended(.crashed), hands)
    case .storeUpdate(let version):
      let attempt = await hands.install()
      _ = await hands.start(confirming: true)
      hands.wrapperVersion = version
      return await look(hands, attempt, happened: true)
    }
  }

  private func lie(_ fault: NetworkFault, _ hands: DeviceHands) async throws(SimulationError) -> Trouble {
    let registry: WebAddress
    do {
      registry = try WebAddress(parsing: setting.server)
    } catch {
      throw SimulationError(.simulationFailed, error.message)
    }
    let network = try LyingNetwork(
      before: registry, fault, certificateAuthorityFile: setting.certificateAuthorityFile)
    defer { network.stop() }
    let attempt = await hands.install(DeviceHands.Trouble(server: network.url, isImpatient: true))
    return await look(hands, attempt, happened: network.hasLied)
  }

  private func kill(_ stage: DeviceStage, _ hands: DeviceHands) async throws(SimulationError) -> Trouble {
    let (wasKilled, said) = try await DeviceKill(hands, at: stage).run()
    let attempt = DeviceOutcome.Attempt(
      outcome: wasKilled ? "killed" : "stage_not_reached", reason: stage.rawValue, message: said,
      offered: nil, isGood: false)
    return await look(hands, attempt, happened: wasKilled)
  }

  /// Starts the app after an installation that something was wrong with.
  private func look(
    _ hands: DeviceHands, _ attempt: DeviceOutcome.Attempt, happened: Bool
  ) async -> Trouble {
    let start = await hands.start(confirming: true)
    return Trouble(
      trace: DeviceOutcome.FaultTrace(happened: happened, attempt: attempt, running: start.running),
      violations: violations(of: start, "after \(device.scenario)"))
  }

  /// Starts the new release again and again without its page's word, and tells each time what becomes of that.
  private func fail(_ event: LaunchEvent, _ hands: DeviceHands) async -> Trouble {
    let attempt = await hands.install()
    var trouble = Trouble()
    var start = await hands.start(confirming: false)
    let first = start.running
    let isNew = first.description == attempt.offered && first.description != device.installed.description
    for _ in 0..<Self.patience where isNew && start.running == first {
      trouble.violations += violations(of: start, "before its page confirms")
      if let refusal = await hands.tell(event, of: start) { trouble.violations.append(refusal) }
      start = await hands.start(confirming: false)
    }
    trouble.violations += violations(of: start, "after \(device.scenario)")
    trouble.wasTakenBack = isNew && start.running != first
    if isNew, !trouble.wasTakenBack, device.installed != .nothing {
      trouble.violations.append("release \(first) never confirms, and starts after \(Self.patience) launches")
    }
    trouble.trace = DeviceOutcome.FaultTrace(happened: isNew, attempt: attempt, running: start.running)
    return trouble
  }

  /// More launches than a device gives any release.
  private static let patience = 8
}
