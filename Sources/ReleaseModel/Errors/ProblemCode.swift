/// A stable, documented code for something that was refused; clients switch on it, never on text.
///
/// The list is in docs/errors.md; a code is never renamed or given another meaning. Each target declares the codes
/// that it gives beside this type.
package struct ProblemCode: RawRepresentable, Sendable, Hashable, Codable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(_ rawValue: String) { self.rawValue = rawValue }
}

// What the values of this target are refused with.
extension ProblemCode {
  package static let missingField = ProblemCode("missing_field")
  package static let invalidVersion = ProblemCode("invalid_version")
  package static let invalidRange = ProblemCode("invalid_range")
  package static let missingRange = ProblemCode("missing_range")
  package static let unsatisfiableRange = ProblemCode("unsatisfiable_range")
  package static let invalidChannel = ProblemCode("invalid_channel")
  package static let invalidPlatform = ProblemCode("invalid_platform")
  package static let invalidOutcome = ProblemCode("invalid_outcome")
  package static let invalidDigest = ProblemCode("invalid_digest")
  package static let invalidRollout = ProblemCode("invalid_rollout")
  package static let invalidCohort = ProblemCode("invalid_cohort")
  package static let invalidFileManifest = ProblemCode("invalid_file_manifest")
  package static let invalidMinimumVersion = ProblemCode("invalid_minimum_version")
  package static let invalidLatestVersion = ProblemCode("invalid_latest_version")
  package static let minimumAboveLatest = ProblemCode("minimum_above_latest")
  package static let missingAppStoreID = ProblemCode("missing_app_store_id")
  package static let invalidAppStoreID = ProblemCode("invalid_app_store_id")
  package static let missingPackageName = ProblemCode("missing_package_name")
  package static let invalidPackageName = ProblemCode("invalid_package_name")
  package static let invalidStoreURL = ProblemCode("invalid_store_url")
  package static let messageTooLong = ProblemCode("message_too_long")
  package static let invalidMessage = ProblemCode("invalid_message")
  /// What a device is told that is offered no release.
  package static let noCompatibleRelease = ProblemCode("no_compatible_release")
}
