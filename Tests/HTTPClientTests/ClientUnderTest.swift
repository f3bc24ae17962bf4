import HTTPClient
import ReleaseTesting
import Synchronization

/// The waits that a client wanted, instead of waiting.
final class RecordedWaits: Sendable {
  private let waits = Mutex<[Duration]>([])

  var all: [Duration] { waits.withLock { $0 } }

  func note(_ wait: Duration) { waits.withLock { $0.append(wait) } }
}

/// A client that never sleeps, draws the largest jitter, and lives at 2026-07-21T10:00:00Z.
func makeClient(
  waits: RecordedWaits = RecordedWaits(), _ change: (inout HTTPClientConfiguration) -> Void = { _ in }
) -> HTTPClient {
  var configuration = HTTPClientConfiguration()
  configuration.connectTimeout = .seconds(5)
  change(&configuration)
  return HTTPClient(
    configuration: configuration,
    environment: HTTPClientEnvironment(
      secondsSinceEpoch: { 1_784_628_000 }, wait: { duration, _ in waits.note(duration) }, random: { 1 }))
}

/// Keeps a download in memory, and how often it began where.
final class MemorySink: DownloadSink {
  struct Refusal: Error {}

  private(set) var bytes: [UInt8]
  private(set) var beginnings: [UInt64] = []
  private let capacity: Int

  init(_ bytes: [UInt8] = [], capacity: Int = .max) {
    self.bytes = bytes
    self.capacity = capacity
  }

  func begin(at offset: UInt64, totalBytes: UInt64?, _ head: ResponseHead) throws {
    beginnings.append(offset)
    bytes = Array(bytes.prefix(Int(offset)))
  }

  func write(_ piece: UnsafeRawBufferPointer) throws {
    guard bytes.count + piece.count <= capacity else { throw Refusal() }
    bytes += piece
  }
}

/// `count` bytes that differ from place to place.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

/// Runs `body` and returns the client's error, or nil when there was none.
func clientError(_ body: () throws -> Void) throws -> HTTPClientError? {
  do {
    try body()
    return nil
  } catch let error as HTTPClientError {
    return error
  }
}
