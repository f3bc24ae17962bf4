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
    let keys = try KeyNames(folder).ownKeys.filter { entitled.contains($0.publicKey) }
    for key in keys {
      do {
        _ = try ceremony.sign(with: try KeySource.name(key.name).signer(invocation))
      } catch var error as CommandError
        where error.code == CryptographyError.Code.wrongPassphrase.rawValue && keys.count > 1
      {
        error.hint =
          "keys with different passphrases sign one after the other: give the command again with --no-sign, then for each "
          + "'relctl trust sign FILE --key NAME' with its own passphrase (\(Sentence.list(keys.map(\.name.text))))"
        throw error
      }
    }
  }

  /// Signs with one key; refuses one that may sign nothing of it. Answers the roles that it had not signed yet, and those
  /// that it had.
  static func sign(
    _ ceremony: inout Ceremony, with source: KeySource, _ invocation: Invocation
  ) throws -> (new: [ExactText], old: [ExactText]) {
    let signer = try source.signer(invocation)
    let signed = Set(
      try ceremony.progress().filter { $0.signers.contains(signer.publicKey) }.map(\.role))
    let roles = try ceremony.sign(with: signer)
    guard !roles.isEmpty else {
      let keys = Set(
        ceremony.proposal.files.flatMap { ceremony.authorities(for: $0.role) }.flatMap(\.publicKeys))
      throw CommandError(
        .failed, "key_not_trusted", "the key '\(source)' may sign nothing of this file",
        hint: "these may: \(try KeyNames.known(to: invocation).text(keys))")
    }
    return (roles.filter { !signed.contains($0) }, roles.filter { signed.contains($0) })
  }
}
