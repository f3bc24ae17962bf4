import Cryptography
import Dispatch
import ReleaseModel
import ReleaseTrust
import Synchronization

/// Keys that will probably sign a release, opened by another thread while the registry is asked and its metadata verified:
/// deriving a key from its passphrase takes a quarter of a second, and needs nothing from the network.
///
/// Which keys may sign is decided by the verified metadata alone. One that was opened here and may not signs nothing.
/// Whoever makes this has to `wait` before the process ends.
final class KeysAhead: Sendable {
  private let opening = DispatchGroup()
  private let opened = Mutex<[KeyName: Result<any Signer, any Error>]>([:])

  /// Begins to open the keys that `--key` names; without it, those of the key folder that the metadata which this machine
  /// remembers trusts with the channel. None while nothing is remembered, and where a person has to be asked.
  init(for channel: Channel, _ invocation: Invocation) {
    let names: [KeyName]
    do {
      names = try Self.names(channel, invocation)
    } catch {
      // Only time is lost. Whoever signs looks at the same files, and says what is wrong with them in its place.
      return
    }
    guard !names.isEmpty else { return }
    // A queue of its own: those who judge a bundle may have taken all threads of the shared ones.
    DispatchQueue(label: "relctl.keys-ahead").async(group: opening) { [self] in
      for name in names {
        let key = Result { try KeySource.name(name).signer(invocation) }
        opened.withLock { $0[name] = key }
      }
    }
  }

  /// The key, once it is open, or why it cannot be opened; nil when it is none of those that were begun.
  func signer(_ name: KeyName) throws -> (any Signer)? {
    wait()
    return try opened.withLock { $0[name] }?.get()
  }

  /// Waits for the end of the work. A process must not end in the middle of it: OpenSSL is taken down at exit while the
  /// other thread still computes with it.
  func wait() { opening.wait() }

  private static func names(_ channel: Channel, _ invocation: Invocation) throws -> [KeyName] {
    // Without a root nothing is signed, and a question to a person has its place after the verification.
    guard try invocation[TrustArguments.trustRoot] != nil, try invocation[SigningArguments.file] == nil,
      try Passphrase.isGiven(invocation)
    else { return [] }
    let named = try invocation[TrustArguments.signWith]
    guard named.isEmpty else { return named.compactMap(\.name) }
    let targets = try VerifiedTrust.rememberedTargets(of: ConnectionSettings(invocation).address, invocation)
    guard let authority = targets?.delegations?.authority(for: ReleaseRole.name(of: channel)) else {
      return []
    }
    return try ChannelSigners.ownKeys(authority, invocation)
  }
}
