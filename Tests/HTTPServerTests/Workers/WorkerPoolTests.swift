import Testing

@testable import HTTPServer

@Suite struct WorkerPoolTests {
  @Test func `runs what it accepts, and refuses what would have to wait too long`() throws {
    let pool = try WorkerPool(threads: 1, capacity: 1)
    let gate = Gate()
    let done = Recorder<Int>()
    #expect(pool.submit { gate.pass() })
    gate.awaitWaiting(1)
    #expect(pool.submit { done.add(1) })
    #expect(!pool.submit { done.add(2) })
    gate.open()
    let end = Gate()
    while !pool.submit({ end.pass() }) {}
    end.awaitWaiting(1)
    #expect(done.all == [1])
    end.open()
    pool.stop(timeout: .seconds(10))
    #expect(!pool.submit { done.add(3) })
  }
}

@Suite struct ByteRingTests {
  @Test func `gives bytes back in order, whatever the sizes`() {
    var ring = ByteRing(capacity: 13)
    var generator = SystemRandomNumberGenerator()
    var sent: [UInt8] = []
    var received: [UInt8] = []
    for step in 0..<2000 {
      let piece = (0..<Int.random(in: 0...9, using: &generator)).map { UInt8(truncatingIfNeeded: step + $0) }
      let taken = piece.withUnsafeBytes { ring.append($0) }
      sent += piece.prefix(taken)
      #expect(ring.count <= 13 && (taken == piece.count || ring.room == 0))
      var target = [UInt8](repeating: 0, count: Int.random(in: 0...9, using: &generator))
      let given = target.withUnsafeMutableBytes { ring.take(into: $0) }
      received += target.prefix(given)
    }
    var rest = [UInt8](repeating: 0, count: 13)
    let given = rest.withUnsafeMutableBytes { ring.take(into: $0) }
    #expect(received + rest.prefix(given) == sent)
  }
}
