/// What an inspection can find in a bundle. The raw value is stable and documented.
package enum BundleFindingCode: String, Sendable, Codable, CaseIterable {
  // The archive as a whole.
  case notAZip = "not_a_zip"
  case missingEndRecord = "missing_end_record"
  case archiveComment = "archive_comment"
  case bytesAfterEndRecord = "bytes_after_end_record"
  case secondEndRecord = "second_end_record"
  case multiDisk = "multi_disk"
  case invalidZip64 = "invalid_zip64"
  case entryCountMismatch = "entry_count_mismatch"
  case invalidDirectory = "invalid_directory"
  case noFiles = "no_files"

  // How the archive is laid out.
  case bytesBeforeFirstEntry = "bytes_before_first_entry"
  case gapBetweenEntries = "gap_between_entries"
  case gapBeforeDirectory = "gap_before_directory"
  case gapBeforeEndRecord = "gap_before_end_record"
  case unlistedEntry = "unlisted_entry"
  case overlappingEntries = "overlapping_entries"

  // What an entry's two headers say.
  case missingLocalHeader = "missing_local_header"
  case headerNameMismatch = "header_name_mismatch"
  case headerMethodMismatch = "header_method_mismatch"
  case headerFlagsMismatch = "header_flags_mismatch"
  case headerCRCMismatch = "header_crc_mismatch"
  case headerSizeMismatch = "header_size_mismatch"
  case dataDescriptorMismatch = "data_descriptor_mismatch"
  case invalidExtraField = "invalid_extra_field"
  case unicodePathField = "unicode_path_field"
  case unsupportedExtraField = "unsupported_extra_field"
  case unsupportedMethod = "unsupported_method"
  case unsupportedFlags = "unsupported_flags"
  case encrypted = "encrypted"

  // What kind of file an entry is.
  case symbolicLink = "symbolic_link"
  case notARegularFile = "not_a_regular_file"
  case kindMismatch = "kind_mismatch"
  case folderWithData = "folder_with_data"

  // What an entry is called.
  case emptyName = "empty_name"
  case nameNotUTF8 = "name_not_utf8"
  case utf8FlagMissing = "utf8_flag_missing"
  case absoluteName = "absolute_name"
  case driveLetter = "drive_letter"
  case parentPart = "parent_part"
  case dotPart = "dot_part"
  case emptyPart = "empty_part"
  case backslash = "backslash"
  case nulCharacter = "nul_character"
  case controlCharacter = "control_character"
  case bidirectionalControl = "bidirectional_control"
  case reservedName = "reserved_name"
  case reservedCharacter = "reserved_character"
  case trailingDotOrSpace = "trailing_dot_or_space"
  case partTooLong = "part_too_long"
  case pathTooLong = "path_too_long"
  case pathTooDeep = "path_too_deep"
  case duplicateName = "duplicate_name"
  case nameCollision = "name_collision"
  case fileIsAlsoFolder = "file_is_also_folder"

  // What an entry's data is.
  case corruptData = "corrupt_data"
  case sizeMismatch = "size_mismatch"
  case crcMismatch = "crc_mismatch"

  // Limits.
  case archiveTooLarge = "archive_too_large"
  case tooManyEntries = "too_many_entries"
  case fileTooLarge = "file_too_large"
  case bundleTooLarge = "bundle_too_large"
  case ratioTooHigh = "ratio_too_high"
  case tooManyFindings = "too_many_findings"

  // How a folder differs from a manifest.
  case missingFile = "missing_file"
  case extraFile = "extra_file"
  case extraFolder = "extra_folder"
  case changedFile = "changed_file"

  // Warnings.
  case finderFile = "finder_file"
  case sourceMap = "source_map"
  case largeFile = "large_file"
  case severalIndexFiles = "several_index_files"
  case singleTopFolder = "single_top_folder"
  case emptyFolder = "empty_folder"
}
