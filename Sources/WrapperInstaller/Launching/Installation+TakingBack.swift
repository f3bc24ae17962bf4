import ReleaseModel

extension Installation {
  /// Writes down, durably, that releases are taken back: first that their content is blocked, then what the page is to
  /// show. The pointer follows; killed in between, the next launch finds the content blocked and goes back by itself.
  func note(
    _ failures: [LaunchFailure], _ blocked: BlockedList, _ root: borrowing InstallationRoot
  ) throws(InstallerError) -> [Notice] {
    guard let failure = failures.first else { return [] }
    try blocked.write(in: root)
    return noteFailedUpdate(failure.code.rawValue, retryable: false, root)
  }

  /// Moves the pointer away from releases that are blocked already. When that cannot be written down they are left all the
  /// same, since no launch starts what is blocked, and a notice says so; only `pointer_not_durable` is an error.
  func leaveBlocked(
    _ pointer: CurrentPointer, _ root: borrowing InstallationRoot
  ) throws(InstallerError) -> [Notice] {
    do throws(InstallerError) {
      try root.point(to: pointer)
      return []
    } catch {
      guard error.code != .pointerNotDurable else { throw error }
      return [
        Notice(
          .pointerNotMoved,
          "what is left does not start any more, and current.json still names it until the next launch: \(error.message)"
        )
      ]
    }
  }

  /// Writes down for the page that an update failed. That this cannot be written down is a notice and no error.
  func noteFailedUpdate(
    _ code: String, retryable: Bool, _ root: borrowing InstallationRoot
  ) -> [Notice] {
    do throws(InstallerError) {
      var findings = try Findings.load(root)
      findings.failedUpdate = FailedUpdateRecord(
        code: code, retryable: retryable, failedAt: environment.now())
      try StateFile.findings.write(findings, in: root.folder)
      return []
    } catch {
      return [
        Notice(.findingsNotRecorded, "that an update failed could not be written down: \(error.message)")
      ]
    }
  }
}
