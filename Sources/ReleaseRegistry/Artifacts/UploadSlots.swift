import Synchronization

/// How many uploads may be under way at once, so that slow ones never take every worker thread and a pause always
/// finds one.
final class UploadSlots: Sendable {
  private let maximum: Int
  private let taken = Atomic<Int>(0)

  init(maximum: Int) { self.maximum = maximum }

  /// Runs an upload in a slot of its own; throws `too_many_uploads` when none is free.
  func withSlot<Result>(_ upload: () throws(RegistryError) -> Result) throws(RegistryError) -> Result {
    defer { taken.subtract(1, ordering: .relaxed) }
    guard taken.add(1, ordering: .relaxed).newValue <= maximum else {
      throw RegistryError(
        .tooManyUploads,
        "\(maximum) uploads are under way, which is the most at once; try again in a few seconds",
        retryAfterSeconds: 5)
    }
    return try upload()
  }
}
