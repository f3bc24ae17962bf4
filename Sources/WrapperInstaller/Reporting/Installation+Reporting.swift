import FoundationEssentials
import HTTPClient
import ReleaseModel

/// Reports of what came of releases. They wait in the outbox; nothing here asks the network, and nothing that goes wrong here
/// changes how an installation or a launch ends.
extension Installation {
  /// The outbox of the reports.
  var reports: Outbox {
    var configuration = settings.httpConfiguration
    configuration.retry = .never
    configuration.connectTimeout = min(configuration.connectTimeout, .seconds(5))
    configuration.exchangeTimeout = min(configuration.exchangeTimeout, .seconds(10))
    let sender = ReportSender(
      client: HTTPClient(configuration: configuration, environment: environment.http))
    let surroundings = OutboxSurroundings(
      now: { [now = environment.now] in now().secondsSinceEpoch }, random: environment.http.random,
      announce: { _ in }, send: sender.send, givesUp: true)
    return Outbox(reportStore, surroundings)
  }

  /// Remembers who reports to whom, and keeps a report of what came of an installation.
  func report(
    _ ending: Result<InstallPlan.Ending, InstallerError>, offer: LatestRelease?, from source: ReleaseSource,
    in root: borrowing InstallationRoot
  ) -> [Notice] {
    guard settings.sendsReports else { return [] }
    do throws(InstallerError) {
      let known = try reportingDevice(root)
      var device = ReportingDevice(source)
      device.lastFailure = known?.lastFailure
      if device != known { try StateFile.reporting.put(device, in: root.folder) }
    } catch {
      return [Self.notKept(error)]
    }
    guard let event = ReportedEvent(ending, offer: offer) else { return [] }
    return report(event, in: root)
  }

  /// Keeps a report of something that happened. A device that never installed from anywhere reports to nobody.
  func report(_ event: ReportedEvent, in root: borrowing InstallationRoot) -> [Notice] {
    guard settings.sendsReports else { return [] }
    do throws(InstallerError) {
      guard var device = try reportingDevice(root) else { return [] }
      let now = environment.now()
      guard !device.hasHeard(of: event, at: now) else { return [] }
      try keep(try mutation(for: event, by: device, at: now), at: now)
      guard event.outcome == .failed else { return [] }
      device.lastFailure = ReportedFailure(event, at: now)
      try StateFile.reporting.put(device, in: root.folder)
      return []
    } catch {
      return [Self.notKept(error)]
    }
  }

  /// The same for releases that are taken back because they did not start.
  func report(
    _ failures: [LaunchFailure], _ wrapperVersion: SemanticVersion, in root: borrowing InstallationRoot
  ) -> [Notice] {
    var notices: [Notice] = []
    for failure in failures {
      let event = ReportedEvent(
        .rolledBack, failure.release, stage: .launch, code: failure.code.rawValue,
        wrapperVersion: wrapperVersion)
      notices += report(event, in: root)
    }
    return notices
  }

  /// The address of the registry that this device reports to; nil before it asked one.
  func reportedServer() throws(InstallerError) -> String? {
    guard let root = try existingRoot(.outbox) else { return nil }
    return try reportingDevice(root)?.server
  }

  private var reportStore: OutboxStore {
    var limits = OutboxLimits()
    limits.maximumEntries = 100
    limits.maximumBytes = 1 << 20
    limits.maximumBodyBytes = 8 << 10
    return OutboxStore(
      folder: path(InstallationRoot.outboxName),
      owner: DataScope(environment: "reports").ownerDigest, limits: limits)
  }

  private func reportingDevice(_ root: borrowing InstallationRoot) throws(InstallerError) -> ReportingDevice?
  {
    // A file that is damaged says nothing, and the next installation writes it anew.
    guard case .value(let device) = try StateFile.reporting.read(in: root.folder) else { return nil }
    return device
  }

  private func mutation(
    for event: ReportedEvent, by device: ReportingDevice, at now: Timestamp
  ) throws(InstallerError) -> OutboxMutation {
    let id = UUID().uuidString.lowercased()
    let report = InstallReport(
      clientMutationId: id, channel: event.channel, releaseVersion: event.version,
      releaseSha256: event.artifactSha256, outcome: event.outcome, stage: event.stage, code: event.code,
      wrapperVersion: event.wrapperVersion ?? device.wrapperVersion, platform: device.platform,
      occurredAt: now)
    let body: Data
    do {
      body = try JSONEncoder().encode(AddressedReport(server: device.server, report: report))
    } catch {
      throw InstallerError(
        .storageFailed, during: .outbox, "cannot write down a report: \(error)", cause: error)
    }
    // What came of one release stays in order, and holds up no other release.
    return OutboxMutation(
      id: id, scopeKey: event.artifactSha256.description, kind: "\(event.outcome.rawValue) \(event.version)",
      body: Array(body), timerIds: [])
  }

  /// Keeps a report; the oldest makes room, because nobody looks after reports on a device.
  private func keep(_ mutation: OutboxMutation, at now: Timestamp) throws(InstallerError) {
    let store = reportStore
    do throws(InstallerError) {
      try store.enqueue(mutation, at: now.secondsSinceEpoch)
    } catch {
      guard error.code == .outboxFull, let oldest = try store.names().first else { throw error }
      let lease = try store.lease(oldest)
      if case .busy = lease { throw error }
      try withExtendedLifetime(lease) { () throws(InstallerError) in try store.remove(oldest) }
      try store.enqueue(mutation, at: now.secondsSinceEpoch)
    }
  }

  private static func notKept(_ error: InstallerError) -> Notice {
    Notice(.reportNotKept, "the registry will not hear what came of this: \(error.message)")
  }
}
