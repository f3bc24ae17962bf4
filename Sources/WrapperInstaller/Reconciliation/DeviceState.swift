import ReleaseModel

/// The two state files, made whole: whatever they say or fail to say, this is something to go on with.
struct DeviceState {
  var pointer: CurrentPointer
  var blocked: BlockedList
  /// What was wrong and how it was put right.
  var notices: [Notice]

  /// Whether the pointer was made from the releases on disk. Who writes such a one down syncs their folder first: whoever
  /// gave them their names may have been killed before those were durable.
  var isRebuilt: Bool {
    notices.contains { [.pointerDamaged, .pointerMissing, .pointerUnknownSchema].contains($0.code) }
  }

  /// Reads the state. The caller holds the lock of the state.
  ///
  /// Releases whose folder is gone are left out. A pointer that cannot be read, or that names nothing which can start, is
  /// rebuilt from the releases that are on disk and complete; only a failure of the system is an error.
  ///
  /// - Parameters:
  ///   - builtIn: the release that is built into the app, if the caller says.
  ///   - onlySigned: whether this device has a root: then what nobody signed is left out as if it were gone.
  ///   - isInstalling: whether an installation that has seen the state already reads it again. A pointer that
  ///     is missing then means a first installation, whose own tree must not be taken for one that was installed.
  static func load(
    _ root: borrowing InstallationRoot, _ releases: borrowing ReleaseStore, onlySigned: Bool,
    builtIn: BuiltInRelease?, isInstalling: Bool = false
  ) throws(InstallerError) -> DeviceState {
    try load(
      root, onlySigned: onlySigned, builtIn: builtIn, isInstalling: isInstalling,
      from: { (known) throws(InstallerError) in try releases.records(besides: known) },
      isThere: { (record) throws(InstallerError) in
        try releases.folder.attributes(of: record.folderName) != nil
      },
      isComplete: { (record) throws(InstallerError) in
        try releases.launchCondition(of: record, rehashing: false).condition == .complete
      },
      listsEntryFile: { releases.listsEntryFile(of: $0) })
  }

  /// The same where the folder of the releases may be missing.
  static func load(
    _ root: borrowing InstallationRoot, onlySigned: Bool, builtIn: BuiltInRelease?,
    isInstalling: Bool = false,
    from records: (_ besides: [ReleaseRecord]) throws(InstallerError) -> [ReleaseRecord],
    isThere: (ReleaseRecord) throws(InstallerError) -> Bool,
    isComplete: (ReleaseRecord) throws(InstallerError) -> Bool,
    listsEntryFile: (ReleaseRecord) throws(InstallerError) -> Bool?
  ) throws(InstallerError) -> DeviceState {
    var notices: [Notice] = []
    let blocked = try loadBlocked(root, &notices)
    var pointer = try loadPointer(
      root, blocked, &notices, onlySigned: onlySigned, builtIn: builtIn, isInstalling: isInstalling,
      from: records, isComplete: isComplete,
      listsEntryFile: listsEntryFile)
    var lost: [ReleaseRecord] = []
    for record in pointer.candidates where try !isThere(record) { lost.append(record) }
    if !lost.isEmpty {
      notices += lost.map { Notice(.releaseMissing, "the folder of release \($0.version) is gone") }
      pointer = pointer.without { record in lost.contains(where: record.isSameRelease) }
    }
    return DeviceState(pointer: pointer, blocked: blocked, notices: notices)
  }

  /// Reads `blocked.json`. Of a list that is damaged, the marks beside it tell what stays blocked.
  static func loadBlocked(
    _ root: borrowing InstallationRoot, _ notices: inout [Notice]
  ) throws(InstallerError) -> BlockedList {
    var list = BlockedList()
    switch try StateFile.blocked.read(in: root.folder) {
    case .value(let known): list = known
    case .missing: break
    case .damaged(let reason):
      notices.append(
        Notice(
          .blockedListDamaged,
          "blocked.json cannot be read (\(reason)); what failed here stays blocked, and why is forgotten"))
    case .unknownSchema(let version):
      notices.append(
        Notice(
          .blockedListDamaged,
          "blocked.json has the unknown schema version \(version); what failed here stays blocked, and why is forgotten"
        ))
    }
    for content in try BlockedMarks.all(in: root) { list.restore(content) }
    return list
  }

  /// Reads `current.json`. A pointer that is damaged, or that names nothing which can start while other releases can, is
  /// rebuilt from `records`, as far as they are complete. On a device with a root, both count as far as they were signed.
  static func loadPointer(
    _ root: borrowing InstallationRoot, _ blocked: BlockedList, _ notices: inout [Notice], onlySigned: Bool,
    builtIn: BuiltInRelease?, isInstalling: Bool = false,
    from allRecords: (_ besides: [ReleaseRecord]) throws(InstallerError) -> [ReleaseRecord],
    isComplete: (ReleaseRecord) throws(InstallerError) -> Bool,
    listsEntryFile: (ReleaseRecord) throws(InstallerError) -> Bool?
  ) throws(InstallerError) -> CurrentPointer {
    var unsigned: [ReleaseRecord] = []
    defer { notices += unsigned.map(Notice.notSigned) }
    func records() throws(InstallerError) -> [ReleaseRecord] {
      let found = try allRecords([])
      guard onlySigned else { return found }
      for record in found where !record.isSigned && !unsigned.contains(where: record.isSameRelease) {
        unsigned.append(record)
      }
      return found.filter(\.isSigned)
    }
    let notice: Notice
    let (reading, isSealed) = try StateFile.pointer.readSealed(in: root.folder)
    switch reading {
    case .value(let known):
      var pointer = known
      if onlySigned {
        unsigned = known.candidates.filter { !$0.isSigned }
        pointer = known.withoutUnsigned()
      }
      var damage: String?
      for record in pointer.candidates where try listsEntryFile(record) == false {
        damage = "release \(record.version) has no file '\(record.entryFile)'"
      }
      if !isInstalling {
        let others = try allRecords(pointer.candidates).filter { record in
          (record.isSigned || !onlySigned) && blocked.entry(for: record.artifactSha256) == nil
        }
        if try pointer.isOutdated(
          besides: others, isSealed: isSealed, blocked: blocked, builtIn: builtIn, isComplete: isComplete)
        {
          damage = "nothing that it names can start, and complete releases are there"
        }
      }
      guard let damage else { return pointer }
      notice = damaged(damage)
    case .missing:
      if isInstalling { return CurrentPointer() }
      if try records().isEmpty { return CurrentPointer() }
      notice = Notice(.pointerMissing, "current.json is missing; it is rebuilt from what is on disk")
    case .damaged(let reason):
      notice = damaged(reason)
    case .unknownSchema(let version):
      notice = Notice(
        .pointerUnknownSchema,
        "current.json has the unknown schema version \(version); it is rebuilt from what is on disk")
    }
    notices.append(notice)
    return try CurrentPointer.rebuilt(from: records(), blocked: blocked, isComplete: isComplete)
  }

  private static func damaged(_ reason: String) -> Notice {
    Notice(.pointerDamaged, "current.json cannot be believed (\(reason)); it is rebuilt from what is on disk")
  }
}
