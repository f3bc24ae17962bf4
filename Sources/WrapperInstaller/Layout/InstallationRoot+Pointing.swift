extension InstallationRoot {
  /// Moves the pointer, durably. The caller holds the lock of the state.
  ///
  /// Fails with `pointer_not_durable` when the pointer has moved and only its durability is in doubt; with every other
  /// code it is as it was.
  func point(to pointer: CurrentPointer) throws(InstallerError) {
    try StateFile.pointer.put(pointer, in: folder)
    do {
      try folder.sync()
    } catch {
      throw InstallerError(
        .pointerNotDurable, during: folder.stage,
        "the new '\(folder.path(StateFile.pointer.name))' is in place and is what counts from now on, but a power cut may "
          + "bring the one before back; nothing old was removed: \(error.message)", cause: error)
    }
  }
}
