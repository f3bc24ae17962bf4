/// What the reports of devices may take. Anybody can send one, so everything has a bound.
package struct ReportLimits: Sendable, Hashable {
  /// How many reports are kept; the oldest make room.
  package var maximumReports: Int64 = 1_000_000
  /// For how long a report is kept.
  package var lifetimeSeconds: Int64 = 90 * 86_400
  /// Of how many reports the ids stay known, so that one that is sent again is not counted again; more than
  /// `maximumReports`, and so also of reports that were removed.
  package var maximumKnownIds: Int64 = 4_000_000
  /// How many an address may send in a minute.
  package var maximumPerMinute = 120
  /// How many may wait for the disk at once. They become durable together.
  package var maximumWaiting = 512

  package init() {}
}
