import ReleaseModel
import ReleaseTrust

/// The signatures that people on several machines gave to a release, in one file.
struct SigningFile: ReleaseSignatures {
  private let path: String
  private let client: RegistryClient
  private let part: Ceremony.ReleasePart
  private let signing: ReleaseSigning

  /// Reads the file; throws `ceremony_without_release`, or `threshold_not_met` when signatures are missing.
  init(_ path: String, for client: RegistryClient, _ invocation: Invocation) throws {
    let ceremony = try CeremonyFile.read(path)
    guard let part = ceremony.part, let signing = ceremony.signing else {
      throw CommandError(
        .failed, "ceremony_without_release", "'\(path)' publishes no release; it changes who is trusted",
        hint: "relctl trust publish \(path)")
    }
    self.path = path
    self.client = client
    self.part = part
    self.signing = signing
    try CeremonyReport(ceremony: ceremony, path: path, names: KeyNames.known(to: invocation))
      .requireSignatures()
  }

  /// Asks the registry: what this file was made from may have been renewed while it was passed on.
  func ends() throws -> [EndingRoles.Role] { try RegistryTrustStatus(of: client).ends }

  /// Throws the code of the first field that differs when it is for another release.
  func requireMatch(_ release: (_ sequence: Int64) throws -> SignedRelease) throws {
    if let difference = part.release.difference(from: try release(part.release.sequence)) {
      throw CommandError(
        .integrity, difference.code.rawValue,
        "'\(path)' was signed for another release than this one: \(difference.text)",
        hint:
          "'relctl trust review \(path)' shows what was signed; give the same bundle and options as with --signing-out"
      )
    }
  }

  func sign(_ release: (_ sequence: Int64) throws -> SignedRelease, _ publish: (JSONValue) throws -> Void)
    throws
  {
    try requireMatch(release)
    do {
      try publish(JSONValue(signing))
    } catch var refusal as CommandError where ["stale_sequence", "stale_metadata"].contains(refusal.code) {
      refusal.hint =
        "somebody published meanwhile: begin again with --signing-out, and let all sign the new file"
      throw refusal
    }
  }
}
