package import ReleaseModel

/// How releases are laid out in the repository: each channel is a delegated role of its own name, its releases are
/// that role's target files, and the role `status` says what is withdrawn.
package enum ReleaseRole {
  /// The role, signed online, that says which releases are withdrawn. No channel can have its name.
  package static let status: ExactText = "status"

  /// The delegated role that speaks for a channel.
  package static func name(of channel: Channel) -> ExactText { ExactText(channel.name) }

  /// The pattern of the paths that a channel's role may speak of.
  package static func pattern(of channel: Channel) -> ExactText { ExactText("\(channel.name)/*") }

  /// The pattern of the paths that the status role may speak of. It has no target files: what it says is in its metadata.
  package static let statusPattern: ExactText = "status/*"

  /// The path of a release's bundle among the target files: `production/2.14.0.zip`.
  package static func path(of version: SemanticVersion, on channel: Channel) -> ExactText {
    ExactText("\(channel.name)/\(version).zip")
  }
}
