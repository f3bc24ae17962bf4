import ReleaseTrust

extension TrustRotate {
  /// Says what is older than this machine saw, and will be signed all the same.
  static func warn(of falls: [RememberedVersions.Fall], _ console: Console) {
    for fall in falls {
      let now =
        fall.new.map { "falls from version \(fall.old) to \($0)" } ?? "is gone; it was version \(fall.old)"
      console.warn("\(fall.role) \(now)", code: "restored_state")
    }
    console.warn(
      falls.isEmpty
        ? "this machine saw nothing newer than what the registry shows; go on only if it was restored from a backup"
        : "go on only if you know that the registry was restored from a backup: whoever holds it could show you this "
          + "to bring back what was withdrawn or replaced since",
      code: "restored_state")
  }
}
