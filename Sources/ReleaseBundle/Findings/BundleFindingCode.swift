/// What an inspection can find in a bundle, or a verification in a folder. The raw value is stable and documented.
package enum BundleFindingCode: String, Sendable, Codable, CaseIterable {
  // MARK: The archive as a whole

  /// The file is something else, such as an error page.
  case notAZip = "not_a_zip"
  /// The archive starts like a zip and was cut short.
  case missingEndRecord = "missing_end_record"
  /// The end record carries a comment, in which a second archive can hide.
  case archiveComment = "archive_comment"
  /// Something follows the end record.
  case bytesAfterEndRecord = "bytes_after_end_record"
  /// There is another end record, which some tools would find first.
  case secondEndRecord = "second_end_record"
  /// The archive says that it is one part of several.
  case multiDisk = "multi_disk"
  /// Zip64 records or fields are wrong, or are where they are not needed.
  case invalidZip64 = "invalid_zip64"
  /// The end record promises more or fewer entries than the directory has.
  case entryCountMismatch = "entry_count_mismatch"
  /// The directory is damaged or outside the archive.
  case invalidDirectory = "invalid_directory"
  /// There is no file in it.
  case noFiles = "no_files"

  // MARK: How the archive is laid out

  /// Something comes before the first entry.
  case bytesBeforeFirstEntry = "bytes_before_first_entry"
  /// Something that belongs to no entry lies between two.
  case gapBetweenEntries = "gap_between_entries"
  /// Something that belongs to no entry lies before the directory.
  case gapBeforeDirectory = "gap_before_directory"
  /// Something lies between the directory and the end record.
  case gapBeforeEndRecord = "gap_before_end_record"
  /// The archive holds an entry that its directory does not list.
  case unlistedEntry = "unlisted_entry"
  /// Two entries, or an entry and the directory, share bytes.
  case overlappingEntries = "overlapping_entries"

  // MARK: What an entry's two headers say

  /// There is no entry where the directory lists one.
  case missingLocalHeader = "missing_local_header"
  /// The two headers name the entry differently.
  case headerNameMismatch = "header_name_mismatch"
  /// The two headers name different methods.
  case headerMethodMismatch = "header_method_mismatch"
  /// The two headers have different flags.
  case headerFlagsMismatch = "header_flags_mismatch"
  /// The two headers have different CRCs.
  case headerCRCMismatch = "header_crc_mismatch"
  /// The two headers have different sizes.
  case headerSizeMismatch = "header_size_mismatch"
  /// What follows a streamed entry's data is not its CRC and sizes.
  case dataDescriptorMismatch = "data_descriptor_mismatch"
  /// The extra data is not a row of whole fields.
  case invalidExtraField = "invalid_extra_field"
  /// An Info-ZIP Unicode Path field gives a second name.
  case unicodePathField = "unicode_path_field"
  /// An extra field can rename the entry or change its kind.
  case unsupportedExtraField = "unsupported_extra_field"
  /// The entry is packed by something else than stored or deflate.
  case unsupportedMethod = "unsupported_method"
  /// The entry has flags that this reader does not know.
  case unsupportedFlags = "unsupported_flags"
  /// The entry is encrypted.
  case encrypted = "encrypted"

  // MARK: What kind of file an entry is

  /// It is a symbolic link.
  case symbolicLink = "symbolic_link"
  /// It is a device, a pipe, a socket or a volume label.
  case notARegularFile = "not_a_regular_file"
  /// Name and attributes disagree whether it is a folder.
  case kindMismatch = "kind_mismatch"
  /// It is a folder and declares data.
  case folderWithData = "folder_with_data"

  // MARK: What an entry is called

  /// The name is empty.
  case emptyName = "empty_name"
  /// The name is not UTF-8.
  case nameNotUTF8 = "name_not_utf8"
  /// The name is not ASCII and not marked as UTF-8.
  case utf8FlagMissing = "utf8_flag_missing"
  /// The path starts at the root.
  case absoluteName = "absolute_name"
  /// The path starts with a Windows drive.
  case driveLetter = "drive_letter"
  /// A part of the path is `..`.
  case parentPart = "parent_part"
  /// A part of the path is `.`.
  case dotPart = "dot_part"
  /// A part of the path is empty.
  case emptyPart = "empty_part"
  /// The name holds a backslash.
  case backslash = "backslash"
  /// The name holds a NUL.
  case nulCharacter = "nul_character"
  /// The name holds a control character or a line separator.
  case controlCharacter = "control_character"
  /// The name holds a character that changes the direction of text.
  case bidirectionalControl = "bidirectional_control"
  /// A part of the path is the name of a Windows device.
  case reservedName = "reserved_name"
  /// The name holds one of `< > : " | ? *`.
  case reservedCharacter = "reserved_character"
  /// A part of the path ends with a dot or a space, which Windows strips.
  case trailingDotOrSpace = "trailing_dot_or_space"
  /// A part of the path has more than 255 bytes.
  case partTooLong = "part_too_long"
  /// The path has more than 1,024 bytes.
  case pathTooLong = "path_too_long"
  /// The path has more than 64 parts.
  case pathTooDeep = "path_too_deep"
  /// The archive has the same name twice.
  case duplicateName = "duplicate_name"
  /// Two names differ only in upper and lower case, or in how accents are written.
  case nameCollision = "name_collision"
  /// A file is also a folder of another entry.
  case fileIsAlsoFolder = "file_is_also_folder"

  // MARK: What an entry's data is

  /// The packed data is not a deflate stream, or ends too early.
  case corruptData = "corrupt_data"
  /// The data is longer or shorter than declared, packed or unpacked.
  case sizeMismatch = "size_mismatch"
  /// The data does not have the declared CRC.
  case crcMismatch = "crc_mismatch"

  // MARK: Limits

  /// The archive is longer than allowed.
  case archiveTooLarge = "archive_too_large"
  /// The archive has more entries than allowed.
  case tooManyEntries = "too_many_entries"
  /// A file is longer than allowed.
  case fileTooLarge = "file_too_large"
  /// The files together are longer than allowed.
  case bundleTooLarge = "bundle_too_large"
  /// A file or the archive grows more than allowed when it is unpacked.
  case ratioTooHigh = "ratio_too_high"
  /// There are more findings than are kept.
  case tooManyFindings = "too_many_findings"

  // MARK: How a folder differs from a manifest

  /// The manifest has the file, the folder does not.
  case missingFile = "missing_file"
  /// The folder has the file, the manifest does not.
  case extraFile = "extra_file"
  /// The folder has a folder without files.
  case extraFolder = "extra_folder"
  /// The file has other bytes than the manifest says.
  case changedFile = "changed_file"

  // MARK: Warnings

  /// A file of the Mac's Finder: `.DS_Store`, or in `__MACOSX/`.
  case finderFile = "finder_file"
  /// A source map.
  case sourceMap = "source_map"
  /// A file of more than 5 MB.
  case largeFile = "large_file"
  /// Several files are called `index.html`.
  case severalIndexFiles = "several_index_files"
  /// Everything is in one top folder.
  case singleTopFolder = "single_top_folder"
  /// A folder has no files, and is not made on devices.
  case emptyFolder = "empty_folder"
}
