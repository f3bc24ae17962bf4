import Cryptography
import ReleaseTrust

/// Signs ceremonies.
enum CeremonySigning {
  /// Signs with every private key in the folder that may sign something of it.
  static func signWithOwnKeys(
    _ ceremony: inout Ceremony, _ folder: KeyFolder, _ invocation: Invocation
  ) throws {
    let entitled = Set(
      ceremony.proposal.files.flatMap { ceremony.authorities(for: $0.role) }.flatMap(\.publicKeys))
    for key in try KeyNames(folder).ownKeys where entitled.contains(key.publicKey) {
      _ = try ceremony.sign(with: try KeySource.name(key.name).signer(invocation))
    }
  }

  /// Signs with one key; refuses one that may sign nothing of it.
  static func sign(_ ceremony: inout Ceremony, with source: KeySource, _ invocation: Invocation) throws
    -> [ExactText]
  {
    let signer = try source.signer(invocation)
    let roles = try ceremony.sign(with: signer)
    guard !roles.isEmpty else {
      let keys = Set(
        ceremony.proposal.files.flatMap { ceremony.authorities(for: $0.role) }.flatMap(\.publicKeys))
      throw CommandError(
        .failed, "key_not_trusted", "the key '\(source)' may sign nothing of this file",
        hint: "these may: \(try KeyNames.known(to: invocation).text(keys))")
    }
    return roles
  }
}
