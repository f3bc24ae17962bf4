/// The state, and what the trees of its releases are like, at one moment.
struct SettledLook {
  let state: DeviceState
  /// In the order of the pointer's releases.
  let conditions: [(record: ReleaseRecord, condition: TreeCondition)]

  /// Looks without a lock, so that no launch waits for it. An installation or a rollback may meanwhile move the pointer
  /// and remove a tree that nobody needs any more; such a tree is not missing, so then it looks again.
  init(
    reading: () throws(InstallerError) -> DeviceState,
    condition: (ReleaseRecord) throws(InstallerError) -> TreeCondition
  ) throws(InstallerError) {
    var state = try reading()
    while true {
      var conditions: [(record: ReleaseRecord, condition: TreeCondition)] = []
      for record in state.pointer.candidates { conditions.append((record, try condition(record))) }
      if !conditions.allSatisfy({ $0.condition == .complete }) {
        let now = try reading()
        if now.pointer.candidates != state.pointer.candidates {
          state = now
          continue
        }
      }
      self.state = state
      self.conditions = conditions
      return
    }
  }
}
