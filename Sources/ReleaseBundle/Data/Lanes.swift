import Dispatch
import Glibc
import Synchronization

/// Does the same work for every entry of an archive, on several processors at once: inflating is most of what a bundle
/// costs, and entries do not depend on one another.
enum Lanes {
  /// The most threads that work on one archive.
  private static let maximumCount = 4
  /// Fewer unpacked bytes than this are not worth another thread.
  private static let bytesPerLane: UInt64 = 1 << 20

  /// Calls `work` once for each entry and returns what it gave, in the order of the entries. Each thread has a lane of
  /// its own, made by `makeLane`. The first error ends the work, and is thrown once no thread works any more.
  static func run<Lane: ~Copyable, Output: Sendable>(
    _ entries: [ZipEntry], makeLane: @Sendable () throws(BundleError) -> Lane,
    work: @Sendable (inout Lane, ZipEntry) throws(BundleError) -> Output
  ) throws(BundleError) -> [Output] {
    let progress = Progress<Output>(entries)
    let total = entries.reduce(0) { $0 + $1.unpackedSize }
    let count = min(maximumCount, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), Int(total / bytesPerLane) + 1)
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      do throws(BundleError) {
        var lane = try makeLane()
        while let index = progress.next() {
          progress.finish(index, try work(&lane, entries[index]))
        }
      } catch {
        progress.stop(error)
      }
    }
    return try progress.outputs()
  }
}

/// Which entries are done, shared by the threads.
private final class Progress<Output: Sendable>: Sendable {
  private struct State {
    var outputs: [Output?]
    /// The entries that are still to be done. The longest are at the end and taken first, so that no thread is left
    /// with a long one when the others have nothing more to do.
    var pending: [Int]
    var failure: BundleError?
  }

  private let state: Mutex<State>

  init(_ entries: [ZipEntry]) {
    state = Mutex(
      State(
        outputs: Array(repeating: nil, count: entries.count),
        pending: entries.indices.sorted { entries[$0].unpackedSize < entries[$1].unpackedSize }))
  }

  func next() -> Int? {
    state.withLock { $0.failure == nil ? $0.pending.popLast() : nil }
  }

  func finish(_ index: Int, _ output: Output) {
    state.withLock { $0.outputs[index] = output }
  }

  func stop(_ error: BundleError) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  func outputs() throws(BundleError) -> [Output] {
    let (outputs, failure) = state.withLock { ($0.outputs, $0.failure) }
    if let failure { throw failure }
    return outputs.compactMap { $0 }
  }
}
