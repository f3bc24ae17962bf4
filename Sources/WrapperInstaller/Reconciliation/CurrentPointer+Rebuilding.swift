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

  /// Whether nothing that it names can start while another release can: it is of another time than the releases on disk, as
  /// one from a backup is, or one whose successor the disk lost.
  ///
  /// That it names no release is so where a checksum vouches for it and the built-in one starts: the tree of an installation
  /// that was killed before it moved the pointer is none that was installed.
  ///
  /// - Parameters:
  ///   - others: releases on disk that it does not name, none of them blocked.
  ///   - isSealed: whether its file carries a checksum.
  ///   - builtIn: the release that is built into the app, if the caller says.
  func isOutdated(
    besides others: [ReleaseRecord], isSealed: Bool, blocked: BlockedList, builtIn: BuiltInRelease?,
    isComplete: (ReleaseRecord) throws(InstallerError) -> Bool
  ) throws(InstallerError) -> Bool {
    guard !others.isEmpty else { return false }
    if isSealed || current != nil {
      let named = candidates.filter { blocked.entry(for: $0.artifactSha256) == nil }
      for record in named where try isComplete(record) { return false }
      if named.isEmpty, try (builtIn ?? self.builtIn)?.isPresent() == true { return false }
    }
    for record in others where try isComplete(record) { return true }
    return false
  }
}
