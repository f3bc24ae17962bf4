/// Looks at the releases that make nothing that is missing.
extension Installation {
  /// The releases that once were complete here, without known ones.
  func existingRecords(
    besides known: [ReleaseRecord], during stage: InstallStage
  ) throws(InstallerError) -> [ReleaseRecord] {
    guard let root = try existingRoot(stage), let releases = try root.existingReleases() else { return [] }
    return try releases.records(besides: known)
  }

  /// Reads a release's tree again.
  func existingCondition(
    of record: ReleaseRecord, during stage: InstallStage
  ) throws(InstallerError) -> TreeCondition {
    guard let root = try existingRoot(stage), let releases = try root.existingReleases() else {
      return .missing
    }
    return try releases.condition(of: record)
  }

  /// Whether a release can start.
  func existingLaunchCondition(of record: ReleaseRecord) throws(InstallerError) -> TreeCondition {
    guard let root = try existingRoot(.launch), let releases = try root.existingReleases() else {
      return .missing
    }
    return try releases.launchCondition(of: record, rehashing: settings.rehashesAtLaunch).condition
  }

  /// Whether something stands where a release's tree belongs.
  func exists(_ record: ReleaseRecord, during stage: InstallStage) throws(InstallerError) -> Bool {
    guard let root = try existingRoot(stage), let releases = try root.existingReleases() else { return false }
    return try releases.folder.attributes(of: record.folderName) != nil
  }

  /// Whether a release's kept manifest lists its entry file; nil when there is none now that could tell.
  func existingEntry(of record: ReleaseRecord, during stage: InstallStage) throws(InstallerError) -> Bool? {
    guard let root = try existingRoot(stage), let releases = try root.existingReleases() else { return nil }
    return releases.listsEntryFile(of: record)
  }

  /// The state. The caller holds its lock.
  func state(
    _ root: borrowing InstallationRoot, _ releases: borrowing ReleaseStore, isInstalling: Bool = false
  ) throws(InstallerError) -> DeviceState {
    try DeviceState.load(
      root, releases, onlySigned: try requiresSignatures(root), builtIn: builtIn, isInstalling: isInstalling)
  }

  /// The state; that of a device on which nothing was ever installed when the layout is not there.
  func existingState(during stage: InstallStage) throws(InstallerError) -> DeviceState {
    guard let root = try existingRoot(stage) else {
      return DeviceState(pointer: CurrentPointer(), blocked: BlockedList(), notices: [])
    }
    return try root.withState { () throws(InstallerError) in
      try DeviceState.load(
        root, onlySigned: try requiresSignatures(root), builtIn: builtIn,
        from: { (known) throws(InstallerError) in try existingRecords(besides: known, during: stage) },
        isThere: { (record) throws(InstallerError) in try exists(record, during: stage) },
        isComplete: { (record) throws(InstallerError) in
          try existingCondition(of: record, during: stage) == .complete
        },
        listsEntryFile: { (record) throws(InstallerError) in try existingEntry(of: record, during: stage) })
    }
  }
}
