import ReleaseModel

/// A report of a release that there is, as the registry took it.
package struct ArrivedReport: Sendable {
  let report: InstallReport
  /// The number that reports of the release are kept under.
  let releaseNumber: Int64
  let receivedAt: Timestamp
}

/// What became of a report.
package enum ReportAcceptance: Sendable, Hashable {
  /// It is kept now.
  case accepted
  /// The same report was accepted before, and may have been removed since.
  case known
  /// Another report was accepted under the same id.
  case conflicting

  /// What becomes of a report whose id was seen with something that may be the same.
  init(of report: InstallReport, knownAs mark: Int64) {
    self = mark == report.contentMark ? .known : .conflicting
  }
}
