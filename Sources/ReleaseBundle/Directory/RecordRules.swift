/// What an entry's central record may say, judged by itself.
enum RecordRules {
  /// Reports everything that the record must not say.
  static func judge(_ record: CentralRecord, _ log: inout FindingLog) {
    if record.diskStart != 0 {
      log.refuse(
        .multiDisk, entry: record.name.shown, "the entry is on another disk; make the archive in one part")
    }
    if record.extent == nil {
      log.refuse(
        .invalidZip64, entry: record.name.shown,
        "the zip64 field does not have exactly the values that it must have")
    }
    if SecondEndRecord.firstSignature(in: record.comment) != nil {
      log.refuse(.secondEndRecord, entry: record.name.shown, "the entry's comment holds an end record")
    }
    if !record.name.isASCII, !record.flags.contains(.utf8) {
      log.refuse(
        .utf8FlagMissing, entry: record.name.shown,
        "the name is not ASCII and not marked as UTF-8, so tools read it differently; pack with 'relctl release pack'"
      )
    }
    judgeFlags(record, &log)
    judgeMethod(record, &log)
    judgeExtraFields(record.extraFields, of: record, in: "directory", &log)
  }

  /// Reports extra fields that give an entry another name, kind or content for some tools than for others.
  static func judgeExtraFields(
    _ fields: [ExtraField]?, of record: CentralRecord, in place: String, _ log: inout FindingLog
  ) {
    guard let fields else {
      log.refuse(.invalidExtraField, entry: record.name.shown, "the extra data in the \(place) is damaged")
      return
    }
    for field in fields {
      if field.identifier == ExtraField.unicodePath {
        log.refuse(
          .unicodePathField, entry: record.name.shown,
          "the \(place) gives a second name in a Unicode Path field; pack with 'relctl release pack'")
      } else if ExtraField.encryption.contains(field.identifier) {
        log.refuse(
          .encrypted, entry: record.name.shown,
          "the \(place) has an encryption field; pack without a password")
      } else if ExtraField.overriding.contains(field.identifier) {
        log.refuse(
          .unsupportedExtraField, entry: record.name.shown,
          "the \(place) has extra field \(field.identifier), which can rename the entry or make it a link")
      } else if SecondEndRecord.firstSignature(in: field.data) != nil {
        log.refuse(
          .secondEndRecord, entry: record.name.shown, "the extra data in the \(place) holds an end record")
      }
    }
  }

  private static func judgeFlags(_ record: CentralRecord, _ log: inout FindingLog) {
    if !record.flags.isDisjoint(with: .allEncrypted) {
      log.refuse(.encrypted, entry: record.name.shown, "the entry is encrypted; pack without a password")
    }
    let unknown = record.flags.subtracting(.allEncrypted).subtracting(.supported)
    if !unknown.isEmpty {
      log.refuse(
        .unsupportedFlags, entry: record.name.shown,
        "the entry has flag bits 0x\(String(unknown.rawValue, radix: 16)), which are not supported")
    }
  }

  private static func judgeMethod(_ record: CentralRecord, _ log: inout FindingLog) {
    guard let method = CompressionMethod(rawValue: record.method) else {
      log.refuse(
        .unsupportedMethod, entry: record.name.shown,
        "the entry is packed by method \(record.method); only stored (0) and deflate (8) are allowed")
      return
    }
    if method == .stored, let extent = record.extent, extent.packedSize != extent.unpackedSize {
      log.refuse(
        .sizeMismatch, entry: record.name.shown,
        "the entry is stored, but \(extent.packedSize) packed bytes are to give \(extent.unpackedSize)")
    }
  }
}
