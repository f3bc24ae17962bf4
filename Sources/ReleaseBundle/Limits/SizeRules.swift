/// Judges sizes as declared, before anything is unpacked. Unpacking then never gives more than was declared.
struct SizeRules {
  let limits: BundleLimits

  /// Whether all files fit; reports each that does not, and the whole.
  func judge(_ files: [DeclaredFile], archiveSize: UInt64, _ log: inout FindingLog) -> Bool {
    var total: UInt64 = 0
    var fits = true
    for file in files {
      fits = judge(file, &log) && fits
      let (sum, overflow) = total.addingReportingOverflow(file.unpackedSize)
      total = overflow ? .max : sum
    }
    if total > limits.maximumUnpackedBytes {
      log.refuse(
        .bundleTooLarge,
        "the files have \(total) bytes together; at most \(limits.maximumUnpackedBytes) are allowed")
      fits = false
    }
    if limits.exceedsRatio(unpacked: total, packed: archiveSize) {
      log.refuse(.ratioTooHigh, "the archive grows from \(archiveSize) to \(total) bytes, like a zip bomb")
      fits = false
    }
    return fits
  }

  private func judge(_ file: DeclaredFile, _ log: inout FindingLog) -> Bool {
    if file.unpackedSize > limits.maximumFileBytes {
      log.refuse(
        .fileTooLarge, entry: file.shownName,
        "the file has \(file.unpackedSize) bytes; at most \(limits.maximumFileBytes) are allowed")
      return false
    }
    if limits.exceedsRatio(unpacked: file.unpackedSize, packed: file.packedSize) {
      log.refuse(
        .ratioTooHigh, entry: file.shownName,
        "the file grows from \(file.packedSize) to \(file.unpackedSize) bytes, like a zip bomb")
      return false
    }
    return true
  }
}

/// The sizes that an archive declares for one entry.
struct DeclaredFile {
  let shownName: String
  let packedSize: UInt64
  let unpackedSize: UInt64
}
