import Glibc

/// Keeps the cache within its bounds: what can never be used again goes, then what is oldest.
struct CacheTrim {
  let limits: CacheLimits
  let now: Int64

  private struct File {
    let name: String
    let seconds: Int64
    let bytes: Int
  }

  /// The caller holds the lock. Files that are not the cache's own are neither counted nor touched.
  ///
  /// - Parameter spared: the entry that was just written.
  func run(in folder: borrowing FolderHandle, sparing spared: String) throws(InstallerError) {
    var files: [File] = []
    for name in try folder.names() {
      if Self.isLeftover(name) {
        try folder.remove(name)
      } else if CacheStore.isGeneration(name) {
        try trim(generation: name, in: folder)
      } else if let file = try file(name, in: folder) {
        if isUseless(file), name != spared { try folder.remove(name) } else { files.append(file) }
      }
    }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    var count = files.count
    for file in files.sorted(by: { ($0.seconds, $0.name) < ($1.seconds, $1.name) }) where file.name != spared
    {
      guard count > limits.maximumEntries || bytes > limits.maximumBytes else { return }
      try folder.remove(file.name)
      count -= 1
      bytes -= file.bytes
    }
  }

  /// Removes what tells of an invalidation once nobody can be waiting for an answer any more who asked before it: after a day.
  /// Who asked after it then keeps nothing, and asks again. A date that no clock can have meant becomes today's.
  private func trim(generation name: String, in folder: borrowing FolderHandle) throws(InstallerError) {
    guard let attributes = try folder.attributes(of: name) else { return }
    guard let age = PlausibleAge.seconds(since: Int64(attributes.st_mtim.tv_sec), now: now) else {
      return try CacheStore.setTime(of: name, to: now, in: folder)
    }
    if age > Self.generationSeconds { try folder.remove(name) }
  }

  private static let generationSeconds: Int64 = 24 * 3_600

  private func file(_ name: String, in folder: borrowing FolderHandle) throws(InstallerError) -> File? {
    guard CacheStore.isEntry(name), let attributes = try folder.attributes(of: name) else { return nil }
    return File(name: name, seconds: Int64(attributes.st_mtim.tv_sec), bytes: Int(attributes.st_size))
  }

  /// A writer that was killed left it; whoever writes now holds the lock.
  private static func isLeftover(_ name: String) -> Bool {
    name.hasPrefix(".") && (name.hasSuffix(".entry.new") || name.hasSuffix(".generation.new"))
  }

  private func isUseless(_ file: File) -> Bool {
    let (age, overflows) = now.subtractingReportingOverflow(file.seconds)
    return overflows || age < 0 || age > CacheRules.staleLimitSeconds
  }
}
