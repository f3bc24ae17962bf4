import ReleaseTrust

/// A ceremony on disk.
enum CeremonyFile {
  /// Far more than a registry's metadata takes.
  private static let maximumBytes = 2 * MetadataUpload.maximumBytes

  static func read(_ path: String) throws -> Ceremony {
    let content = try FileReader.read(path, maximumBytes: maximumBytes)
    do throws(TrustError) {
      return try Ceremony(parsing: content.bytes)
    } catch {
      throw CommandError(
        .failed, error.code.rawValue, "'\(path)' is no ceremony: \(error.message)",
        hint: "'relctl trust init' and 'relctl trust rotate' make one")
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
