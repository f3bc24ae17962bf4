/// Why work on a bundle failed. The raw value is stable and documented; programs switch on it, never on text.
package enum BundleErrorCode: String, Sendable, Codable, CaseIterable {
  /// The bundle breaks a rule; the error's findings say which, and where.
  case bundleRejected = "bundle_rejected"
  /// The archive's SHA-256 or length is not the expected one.
  case archiveMismatch = "archive_mismatch"
  /// The files are not exactly those of the manifest; the error's findings say which differ.
  case treeMismatch = "tree_mismatch"
  /// The file or folder does not exist.
  case notFound = "not_found"
  /// What is there is not a regular file, or not a folder, as it has to be.
  case wrongFileType = "wrong_file_type"
  /// The system forbids it.
  case permissionDenied = "permission_denied"
  /// The disk or the quota is full.
  case diskFull = "disk_full"
  /// The process has too many open files.
  case tooManyOpenFiles = "too_many_open_files"
  /// Reading or writing failed for another reason.
  case inputOutputFailed = "io_error"
  /// A file changed while it was being read.
  case changedWhileReading = "changed_while_reading"
  /// The folder to extract into already holds something.
  case stagingNotEmpty = "staging_not_empty"
  /// The archive to write lies inside the folder that is to be packed.
  case outputInsideFolder = "output_inside_folder"
  /// A limit of the configuration is out of its bounds.
  case invalidLimit = "invalid_limit"
  /// There is not enough memory.
  case outOfMemory = "out_of_memory"
}
