import Cryptography
import ReleaseTrust

/// What this machine calls public keys.
struct KeyNames {
  /// By the keyids.
  private let names: [String: String]
  /// Those whose private part is here, in the order of their names.
  let ownKeys: [KeyFolder.StoredKey]

  init(_ folder: KeyFolder) throws {
    let keys = try folder.names().map { try folder.key($0) }
    names = Dictionary(keys.map { (TUFKey($0.publicKey).keyid.string, $0.name.text) }) { first, _ in first }
    ownKeys = keys.filter { $0.privatePath != nil }
  }

  /// The keys of the user's folder; none when nothing says where that is.
  static func known(to invocation: Invocation) throws -> KeyNames {
    try hasFolder(invocation) ? KeyNames(KeyFolder(invocation)) : KeyNames()
  }

  /// Whether anything says where the user's keys are.
  static func hasFolder(_ invocation: Invocation) throws -> Bool {
    try invocation[KeyArguments.keys] != nil || invocation.environment["HOME"] != nil
  }

  private init() {
    names = [:]
    ownKeys = []
  }

  /// The key's name; nil when it is not here.
  func name(of key: PublicKey) -> String? { names[TUFKey(key).keyid.string] }

  /// The key's name, or the beginning of its keyid.
  func text(_ key: PublicKey) -> String { text(keyid: TUFKey(key).keyid.string) }

  /// The same for a key that only its keyid is known of.
  func text(keyid: String) -> String { names[keyid] ?? "\(keyid.prefix(12))…" }

  /// Several keys, in order.
  func text(_ keys: some Sequence<PublicKey>) -> String { keys.map(text).sorted().joined(separator: ", ") }
}
