/// How big a bundle may be. The defaults are safe for a device; a registry's configuration may change them.
package struct BundleLimits: Sendable, Hashable {
  /// The most entries, folders included.
  package let maximumEntries: Int
  /// The most bytes of one unpacked file.
  package let maximumFileBytes: UInt64
  /// The most bytes of all unpacked files together.
  package let maximumUnpackedBytes: UInt64
  /// The most unpacked bytes for one packed byte, of one file and of all; not applied up to 1 MiB unpacked.
  package let maximumRatio: UInt64
  /// The most bytes of the archive.
  package let maximumArchiveBytes: UInt64

  /// The defaults: 20,000 entries, 256 MiB a file, 1 GiB unpacked, ratio 200, 512 MiB an archive.
  package static let standard = BundleLimits(
    maximumEntries: 20_000, maximumFileBytes: 256 << 20, maximumUnpackedBytes: 1 << 30, maximumRatio: 200,
    maximumArchiveBytes: 512 << 20, unchecked: ())

  /// The largest that can be chosen, for who leaves the choice to a registry.
  package static let largest = BundleLimits(
    maximumEntries: entryBounds.upperBound, maximumFileBytes: fileBounds.upperBound,
    maximumUnpackedBytes: unpackedBounds.upperBound, maximumRatio: ratioBounds.upperBound,
    maximumArchiveBytes: archiveBounds.upperBound, unchecked: ())

  // Within these bounds an archive never needs zip64, which `ArchiveWriter` relies on.
  private static let entryBounds = 1...65_534
  private static let fileBounds: ClosedRange<UInt64> = 1...2 << 30
  private static let unpackedBounds: ClosedRange<UInt64> = 1...1 << 40
  private static let ratioBounds: ClosedRange<UInt64> = 1...2_000
  private static let archiveBounds: ClosedRange<UInt64> = 100...2 << 30

  /// Unpacked sizes up to this are not judged by their ratio: a short file of zeros is no bomb.
  package static let ratioFreeBytes: UInt64 = 1 << 20

  private init(
    maximumEntries: Int, maximumFileBytes: UInt64, maximumUnpackedBytes: UInt64, maximumRatio: UInt64,
    maximumArchiveBytes: UInt64, unchecked: Void
  ) {
    self.maximumEntries = maximumEntries
    self.maximumFileBytes = maximumFileBytes
    self.maximumUnpackedBytes = maximumUnpackedBytes
    self.maximumRatio = maximumRatio
    self.maximumArchiveBytes = maximumArchiveBytes
  }

  /// Takes other limits; refuses with `invalid_limit` what is zero or beyond what this code was made for.
  package init(
    maximumEntries: Int = standard.maximumEntries,
    maximumFileBytes: UInt64 = standard.maximumFileBytes,
    maximumUnpackedBytes: UInt64 = standard.maximumUnpackedBytes,
    maximumRatio: UInt64 = standard.maximumRatio,
    maximumArchiveBytes: UInt64 = standard.maximumArchiveBytes
  ) throws(BundleError) {
    try Self.check("maximumEntries", maximumEntries, within: Self.entryBounds)
    try Self.check("maximumFileBytes", maximumFileBytes, within: Self.fileBounds)
    try Self.check("maximumUnpackedBytes", maximumUnpackedBytes, within: Self.unpackedBounds)
    try Self.check("maximumRatio", maximumRatio, within: Self.ratioBounds)
    try Self.check("maximumArchiveBytes", maximumArchiveBytes, within: Self.archiveBounds)
    self.init(
      maximumEntries: maximumEntries, maximumFileBytes: maximumFileBytes,
      maximumUnpackedBytes: maximumUnpackedBytes, maximumRatio: maximumRatio,
      maximumArchiveBytes: maximumArchiveBytes, unchecked: ())
  }

  /// Whether so many unpacked bytes from so many packed ones are more than the ratio allows.
  func exceedsRatio(unpacked: UInt64, packed: UInt64) -> Bool {
    guard unpacked > Self.ratioFreeBytes else { return false }
    let (most, overflow) = packed.multipliedReportingOverflow(by: maximumRatio)
    return !overflow && unpacked > most
  }

  private static func check<Value: FixedWidthInteger>(
    _ name: String, _ value: Value, within bounds: ClosedRange<Value>
  ) throws(BundleError) {
    guard !bounds.contains(value) else { return }
    throw BundleError(
      .invalidLimit, "\(name) is \(value); choose a value from \(bounds.lowerBound) to \(bounds.upperBound)")
  }
}

extension BundleLimits: Codable {
  /// The names of its members as JSON.
  package static let memberNames = CodingKeys.allCases.map(\.rawValue)

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case maximumEntries, maximumFileBytes, maximumUnpackedBytes, maximumRatio, maximumArchiveBytes
  }

  /// Reads the limits that are named and takes the standard ones for the rest.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let standard = BundleLimits.standard
    func value<Value: Decodable>(_ key: CodingKeys, _ fallback: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? fallback
    }
    do {
      self = try BundleLimits(
        maximumEntries: value(.maximumEntries, standard.maximumEntries),
        maximumFileBytes: value(.maximumFileBytes, standard.maximumFileBytes),
        maximumUnpackedBytes: value(.maximumUnpackedBytes, standard.maximumUnpackedBytes),
        maximumRatio: value(.maximumRatio, standard.maximumRatio),
        maximumArchiveBytes: value(.maximumArchiveBytes, standard.maximumArchiveBytes))
    } catch let error as BundleError {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
    }
  }
}
