extension ReleaseIndex {
  /// Replaces a candidate after a change of its release: nil for the old one adds, nil for the new one removes.
  package mutating func replace(_ old: ReleaseCandidate?, with new: ReleaseCandidate?) {
    if let old { remove(old) }
    if let new { insert(new) }
  }

  private mutating func remove(_ candidate: ReleaseCandidate) {
    let position = position(of: candidate)
    guard position < blocks.count else { return }
    var candidates = blocks[position].candidates
    candidates.removeAll { $0.version == candidate.version }
    rebuild(position..<position + 1, of: candidates)
  }

  private mutating func insert(_ candidate: ReleaseCandidate) {
    guard !blocks.isEmpty else { return rebuild(0..<0, of: [candidate]) }
    let position = min(position(of: candidate), blocks.count - 1)
    var candidates = blocks[position].candidates
    candidates.insert(
      candidate, at: candidates.firstIndex { Self.isNewer(candidate, $0) } ?? candidates.count)
    rebuild(position..<position + 1, of: candidates)
  }

  /// The first block that does not end before a candidate's place.
  private func position(of candidate: ReleaseCandidate) -> Int {
    blocks.firstIndex { block in block.candidates.last.map { !Self.isNewer($0, candidate) } ?? false }
      ?? blocks.count
  }

  private mutating func rebuild(_ range: Range<Int>, of candidates: [ReleaseCandidate]) {
    let isSmall = candidates.count <= 2 * Self.blockSize
    let rebuilt =
      isSmall && !candidates.isEmpty
      ? [CandidateBlock(candidates, apiContractVersion: judgement.apiContractVersion)]
      : Self.blocks(of: candidates, judgement)
    blocks.replaceSubrange(range, with: rebuilt)
  }
}
