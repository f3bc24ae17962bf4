import Testing

@testable import Compression

/// Both ways to undo deflate, which must give the same bytes and refuse the same streams.
@Suite struct InflaterTests {
  private enum Result: Equatable {
    case complete(used: Int, [UInt8])
    case corrupt
  }

  private func pack(_ bytes: [UInt8]) throws -> [UInt8] {
    var deflater = try StreamDeflater()
    var packed: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { output in
      bytes.withUnsafeBytes { deflater.pack($0, isLast: true, through: output) { packed += $0 } }
    }
    return packed
  }

  private func asBlock(_ packed: [UInt8], room: Int) throws -> BlockInflater.Outcome {
    var inflater = try BlockInflater()
    var output = [UInt8](repeating: 0, count: room + 1)
    return packed.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { output in
        inflater.unpack(input, into: UnsafeMutableRawBufferPointer(rebasing: output.prefix(room)))
      }
    }
  }

  private func block(_ packed: [UInt8], room: Int) throws -> Result {
    var inflater = try BlockInflater()
    var output = [UInt8](repeating: 0, count: room)
    let outcome = packed.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { inflater.unpack(input, into: $0) }
    }
    guard case .complete(let used, let written) = outcome else { return .corrupt }
    return .complete(used: used, Array(output.prefix(written)))
  }

  private func pieces(_ packed: [UInt8], room: Int) throws -> Result {
    var inflater = try StreamInflater()
    var unpacked: [UInt8] = []
    return try withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { output in
      try packed.withUnsafeBytes { input in
        inflater.give(input)
        while true {
          let (step, count) = try inflater.step(into: output)
          unpacked += output.prefix(count)
          switch step {
          case .more: continue
          case .corrupt: return .corrupt
          case .end: return .complete(used: input.count - inflater.unusedInput, unpacked)
          }
        }
      }
    }
  }

  @Test(arguments: [0, 1, 65, 100_000])
  func `undoes what was packed, whole and piece by piece`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3 * 7) }
    let packed = try pack(bytes)
    #expect(try block(packed, room: count + 1) == .complete(used: packed.count, bytes))
    #expect(try pieces(packed, room: 100) == .complete(used: packed.count, bytes))
  }

  @Test func `says how much of the input the stream took`() throws {
    let packed = try pack(Array("wrapper".utf8))
    let expected = Result.complete(used: packed.count, Array("wrapper".utf8))
    #expect(try block(packed + [1, 2, 3], room: 100) == expected)
    #expect(try pieces(packed + [1, 2, 3], room: 100) == expected)
  }

  @Test func `writes no more than there is room for`() throws {
    let packed = try pack(Array(repeating: 7, count: 1000))
    #expect(try asBlock(packed, room: 999) == .tooLong)
    #expect(try asBlock(packed, room: 0) == .tooLong)
    #expect(try asBlock(packed, room: 1000) == .complete(used: packed.count, written: 1000))
  }

  /// Whatever one bit of a stream is changed to, and wherever it is cut, both must judge alike.
  @Test func `judge damaged streams alike`() throws {
    let bytes = Array("a release, a wrapper, a channel; a release, a wrapper, a channel. ".utf8)
    let packed = try pack(bytes)
    for length in 0..<packed.count {
      let cut = Array(packed.prefix(length))
      #expect(try block(cut, room: 4096) == .corrupt)
      #expect(try pieces(cut, room: 4096) == .corrupt)
    }
    for bit in 0..<packed.count * 8 {
      var changed = packed
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(try block(changed, room: 70_000) == pieces(changed, room: 70_000), "bit \(bit)")
    }
  }
}
