/// What a token allows.
package enum Role: String, Sendable, Hashable, Codable, CaseIterable {
  /// Reads.
  case viewer
  /// Also creates, publishes, pauses, resumes and promotes releases on the channels that it is granted.
  case publisher
  /// Does everything, and alone manages policies, tokens and channels.
  case superAdmin = "super-admin"
}
