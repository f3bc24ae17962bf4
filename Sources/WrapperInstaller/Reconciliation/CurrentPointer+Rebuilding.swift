extension CurrentPointer {
  /// A pointer made from the releases that are on disk: the one that was installed last is current, the one before it
  /// is previous. Every one of them has to prove itself anew, because what was known of it is lost.
  static func rebuilt(
    from records: [ReleaseRecord], blocked: BlockedList,
    isComplete: (ReleaseRecord) throws(InstallerError) -> Bool
  ) throws(InstallerError) -> CurrentPointer {
    let newestFirst = records.filter { blocked.entry(for: $0.artifactSha256) == nil }.sorted {
      ($0.installedAt, $0.sequence) > ($1.installedAt, $1.sequence)
    }
    var found: [ReleaseRecord] = []
    for record in newestFirst where found.count < 2 {
      if try isComplete(record) { found.append(record.asPending()) }
    }
    var pointer = CurrentPointer()
    pointer.current = found.first
    pointer.previous = found.dropFirst().first
    return pointer
  }
}
