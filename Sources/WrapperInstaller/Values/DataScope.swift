import ReleaseModel

/// Whose data it is: what one scope stored is never shown to, or sent for, another.
///
/// Nothing of a scope stands in a file name; names on disk are made of its SHA-256.
public struct DataScope: Sendable, Hashable {
  /// Which API the data belongs to, such as `https://api.example.com`.
  public let environment: String
  /// Who is signed in; nil for nobody.
  public let actor: String?
  /// Which session of the actor; nil where there are none.
  public let session: String?

  /// Names a scope.
  public init(environment: String, actor: String? = nil, session: String? = nil) {
    self.environment = environment
    self.actor = actor
    self.session = session
  }

  /// What tells scopes apart on disk.
  var digest: Digest { HashedName.digest(of: [environment, actor, session]) }

  /// The same without the session: whose work it is, in whichever session it was done.
  var ownerDigest: Digest { HashedName.digest(of: [environment, actor]) }
}
