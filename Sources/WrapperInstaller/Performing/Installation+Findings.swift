import ReleaseTrust

extension Installation {
  /// Writes down, durably, what an installation refused and what it missed. Returns what stays until somebody acts.
  ///
  /// How the installation ended is more than that it could not be written down, so that is a notice and no error.
  func note(
    _ outcome: Result<InstallPlan.Ending, InstallerError>, heldBack missed: SignedRelease?,
    in root: borrowing InstallationRoot
  ) -> [Notice] {
    var findings = Findings()
    do throws(InstallerError) {
      // A launch that takes a release back notes that here, too.
      try root.withState { () throws(InstallerError) in
        findings = try Findings.load(root)
        let before = findings
        findings.note(outcome, heldBack: missed, at: environment.now())
        if findings != before { try StateFile.findings.write(findings, in: root.folder) }
      }
      return findings.notices
    } catch {
      return findings.notices + [
        Notice(.findingsNotRecorded, "what this check found could not be written down: \(error.message)")
      ]
    }
  }
}
