/// As much of the state as can be read, for a launch that must go on without the rest. Nothing is written.
struct SalvagedState {
  private(set) var pointer = CurrentPointer()
  private(set) var blocked = BlockedList()
  /// What was wrong.
  private(set) var notices: [Notice] = []
  /// Whether this device has a root: what nobody signed is passed over then.
  private var onlySigned = true
  /// Why it is not known for certain which releases there are; nil when it is.
  private(set) var failure: InstallerError?

  init(of installation: Installation) {
    do throws(InstallerError) {
      guard let root = try installation.existingRoot(.launch) else { return }
      readTrust(root, installation)
      readBlocked(root)
      readPointer(root, installation)
    } catch {
      fail(error)
    }
  }

  /// Where it cannot be told whether there is a root, there may be one.
  private mutating func readTrust(_ root: borrowing InstallationRoot, _ installation: Installation) {
    do throws(InstallerError) {
      onlySigned = try installation.requiresSignatures(root)
    } catch {
      fail(error)
    }
  }

  private mutating func readBlocked(_ root: borrowing InstallationRoot) {
    do throws(InstallerError) {
      blocked = try DeviceState.loadBlocked(root, &notices)
    } catch {
      notices.append(Notice(.stateUnreadable, error.message))
      readMarks(root)
    }
  }

  private mutating func readMarks(_ root: borrowing InstallationRoot) {
    do throws(InstallerError) {
      for content in try BlockedMarks.all(in: root) { blocked.restore(content) }
    } catch {
      // A release that failed here may start once more; that is better than none.
      notices.append(Notice(.stateUnreadable, error.message))
    }
  }

  private mutating func readPointer(_ root: borrowing InstallationRoot, _ installation: Installation) {
    do throws(InstallerError) {
      pointer = try DeviceState.loadPointer(
        root, blocked, &notices, onlySigned: onlySigned, builtIn: installation.builtIn,
        from: installation.salvagedRecords,
        isComplete: { installation.mayBeComplete($0) },
        listsEntryFile: { installation.mayListEntryFile($0) })
    } catch {
      // What cannot be read now may be right, and stays; what the releases say stands in for it this once.
      fail(error)
      rebuildPointer(installation)
    }
  }

  private mutating func rebuildPointer(_ installation: Installation) {
    do throws(InstallerError) {
      pointer = try CurrentPointer.rebuilt(
        from: installation.salvagedRecords(besides: []).filter { !onlySigned || $0.isSigned },
        blocked: blocked
      ) {
        installation.mayBeComplete($0)
      }
    } catch {
      fail(error)
    }
  }

  private mutating func fail(_ error: InstallerError) {
    failure = failure ?? error
    let notice = Notice(.stateUnreadable, error.message)
    if !notices.contains(notice) { notices.append(notice) }
  }
}

extension Installation {
  /// A release that cannot be looked at stays in the running: the choice asks again, and says why it is not taken.
  fileprivate func mayBeComplete(_ record: ReleaseRecord) -> Bool {
    do throws(InstallerError) {
      return try existingLaunchCondition(of: record) == .complete
    } catch {
      return true
    }
  }

  /// A manifest that cannot be read tells nothing.
  fileprivate func mayListEntryFile(_ record: ReleaseRecord) -> Bool? {
    do throws(InstallerError) {
      return try existingEntry(of: record, during: .launch)
    } catch {
      return nil
    }
  }

  fileprivate func salvagedRecords(
    besides known: [ReleaseRecord]
  ) throws(InstallerError) -> [ReleaseRecord] {
    try existingRecords(besides: known, during: .launch)
  }
}
