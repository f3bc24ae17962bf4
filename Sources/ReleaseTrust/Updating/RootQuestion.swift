/// How an updater learns whether there is a root after the one that it trusts.
package enum RootQuestion: Sendable, Hashable {
  /// It asks for the next root before anything else, word for word as the specification says (5.3).
  case ownRequest
  /// It asks for the timestamp first, and takes what comes along with that as the answer when it names exactly the root
  /// that is trusted. In every other case it asks for the next root before it looks at the timestamp.
  case withTimestamp
}

extension Updater {
  /// 5.3 and 5.4, with one request as long as the root stays. The rules see the same as always: first the last root, then a
  /// timestamp that is judged by it.
  mutating func updateRootAndTimestamp() throws(TrustError) {
    let answer = try fetchTimestamp()
    let version = trusted.root.version
    // What comes along with no timestamp is no answer.
    if answer.bytes != nil, answer.newestRoot == version { try finishRoots() } else { try followRoots() }
    // What came before a new root did may be of the time before it.
    try updateTimestamp(trusted.root.version == version ? answer.bytes : nil)
  }
}
