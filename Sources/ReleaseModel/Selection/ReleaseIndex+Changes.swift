extension ReleaseIndex {
  /// Puts a changed candidate in the place of the one of this version, of which there may be none; nil removes it.
  package mutating func replace(_ version: SemanticVersion, with candidate: ReleaseCandidate?) {
    remove(version)
    if let candidate { insert(candidate) }
  }

  private mutating func remove(_ version: SemanticVersion) {
    for (position, block) in blocks.enumerated() {
      guard let index = block.candidates.firstIndex(where: { $0.version == version }) else { continue }
      var candidates = block.candidates
      candidates.remove(at: index)
      return rebuild(position..<position + 1, of: candidates)
    }
  }

  private mutating func insert(_ candidate: ReleaseCandidate) {
    guard !blocks.isEmpty else { return rebuild(0..<0, of: [candidate]) }
    // The first block that does not end before the candidate's place, or else the last.
    let position =
      blocks.firstIndex { block in block.candidates.last.map { Self.isNewer(candidate, $0) } ?? false }
      ?? blocks.count - 1
    var candidates = blocks[position].candidates
    candidates.insert(
      candidate, at: candidates.firstIndex { Self.isNewer(candidate, $0) } ?? candidates.count)
    rebuild(position..<position + 1, of: candidates)
  }

  private mutating func rebuild(_ range: Range<Int>, of candidates: [ReleaseCandidate]) {
    let size = candidates.count > 2 * blockSize ? blockSize : 2 * blockSize
    blocks.replaceSubrange(range, with: Self.blocks(of: candidates, size: size, judgement))
  }
}
