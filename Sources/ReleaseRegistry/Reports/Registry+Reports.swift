import HTTPServer
import ReleaseModel

extension Registry {
  /// Decides by the head alone whether a report is taken; throws `too_many_reports`, or why it is no JSON.
  func admitReport(_ head: RequestHead) throws(RegistryError) {
    do throws(RegistryError) {
      try head.checkTypeIsJSON()
      let maximum = configuration.reportLimits.maximumPerMinute
      guard let group = head.limitGroup,
        let wait = reportAddresses.admit(group, upTo: maximum, at: configuration.clock())
      else { return }
      throw RegistryError(
        .tooManyReports,
        "more than \(maximum) reports came from this address within a minute; send it again in \(wait) seconds",
        retryAfterSeconds: wait)
    } catch {
      reportCounters.count(.refused)
      throw error
    }
  }

  /// Reads a report; throws everything that is wrong with it.
  func readReport(_ body: [UInt8]) throws(RegistryError) -> InstallReport {
    do throws(RegistryError) {
      return try InstallReport(body)
    } catch {
      reportCounters.count(.refused)
      throw error
    }
  }

  /// Takes a report; `completion` gets what became of it, once that is durable. Throws `unknown_release`, or why it
  /// cannot be written now.
  func takeReport(_ report: InstallReport, then completion: @escaping ReportWriter.Completion)
    throws(RegistryError)
  {
    let counting: ReportWriter.Completion = { [reportCounters] result in
      switch result {
      case .success(.accepted): reportCounters.count(.accepted)
      case .success(.known): reportCounters.count(.replayed)
      case .success(.conflicting), .failure: reportCounters.count(.refused)
      }
      completion(result)
    }
    do throws(RegistryError) {
      let (release, known) = try store.read { session in
        (
          try session.reportable(report.channel, report.releaseVersion, artifact: report.releaseSha256),
          try session.contentMark(ofReport: report.id)
        )
      }
      guard let release else {
        throw RegistryError(
          .unknownRelease,
          "no release of this channel, version and SHA-256 was published here; name the one that the check answered with"
        )
      }
      if let known { return counting(.success(ReportAcceptance(of: report, knownAs: known))) }
      try reportWriter.write(
        ArrivedReport(report: report, releaseNumber: release, receivedAt: configuration.clock()),
        then: counting)
    } catch {
      reportCounters.count(.refused)
      throw error
    }
  }

  /// Removes every report that is older than reports are kept, some at a time, so that nothing waits for it.
  package func removeOldReports() throws(RegistryError) {
    let now = configuration.clock()
    let limits = configuration.reportLimits
    // Asked first without a transaction that writes, which a busy registry needs for other things.
    while try store.read({ session in try session.hasOldReports(limits, at: now) }) {
      try store.change({ session in try session.removeOldReports(limits, at: now) }, committed: { _ in })
    }
  }

  /// What devices reported of a channel's releases; `release_not_found` for a version that the channel does not have.
  func adoption(of channel: Channel, _ version: SemanticVersion?) throws(RegistryError) -> Adoption {
    try store.scan { session in
      if let version { _ = try requireRelease(channel, version, revision: nil, session) }
      return try session.adoption(of: channel, version)
    }
  }
}
