import ReleaseTrust

/// A ceremony on disk.
enum CeremonyFile {
  /// Far more than a registry's metadata takes.
  private static let maximumBytes = 2 * MetadataUpload.maximumBytes

  /// What is wrong with a file that somebody changed or made up, and not only with its form.
  private static let refusals: Set<TrustErrorCode> = [
    .unsuitableMetadata, .unsignedMetadata, .thresholdNotMet, .invalidReleaseMetadata,
  ]

  static func read(_ path: String) throws -> Ceremony {
    let content = try FileReader.read(path, maximumBytes: maximumBytes)
    do throws(TrustError) {
      return try Ceremony(parsing: content.bytes)
    } catch {
      throw CommandError(
        refusals.contains(error.code) ? .integrity : .failed, error.code.rawValue,
        "'\(path)' is no ceremony that can be used: \(error.message)",
        hint: "'relctl trust init', 'relctl trust rotate' and 'relctl release publish --signing-out' make one"
      )
    }
  }

  /// Writes a new one, or puts it in place of the one that was read from there, and reads it back.
  static func write(_ ceremony: Ceremony, to path: String, isNew: Bool) throws {
    let bytes = ceremony.fileBytes
    if isNew { try FileWriter.create(path, bytes) } else { try FileWriter.replace(path, with: bytes) }
    guard try FileReader.read(path, maximumBytes: maximumBytes).bytes == bytes else {
      throw CommandError(.failed, "state_not_reached", "'\(path)' was written, but holds something else now")
    }
  }
}
