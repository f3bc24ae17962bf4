import ReleaseModel

extension Registry {
  /// One page of the audit, newest first, and where the next page starts.
  func auditPage(before number: Int64?, limit: Int) throws(RegistryError) -> (
    page: [AuditRecord], next: Int64?
  ) {
    let rows = try store.read { session in try session.auditRows(before: number, limit: limit + 1) }
    var page: [AuditRecord] = []
    for row in rows.prefix(limit) { page.append(try AuditRecord(row)) }
    return (page, rows.count > limit ? page.last?.number : nil)
  }

  /// Whether the chain holds.
  func verifyAudit() throws(RegistryError) -> AuditChain.Verdict {
    try store.scan { session in try AuditChain.verify(session) }
  }
}
