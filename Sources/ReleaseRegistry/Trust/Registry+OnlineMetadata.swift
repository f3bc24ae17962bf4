import Cryptography
import ReleaseModel
import ReleaseTrust

extension Registry {
  /// Signs status, snapshot and timestamp anew, as a part of the change that makes it necessary: when people signed
  /// something new, or when other releases are withdrawn than before.
  func signOnline(_ scope: inout ChangeScope) throws {
    let current = (scope.nextSnapshot ?? scope.snapshot).trust?.repository
    guard let offline = scope.nextOffline ?? current?.offline else { return }
    guard scope.nextOffline != nil || scope.nextSnapshot != nil else { return }
    let states = try scope.session.releaseStates()
    if scope.nextOffline == nil, let current, try ReleaseStates(current.online.status.content) == states {
      return
    }
    // With a key that root does not name nothing can be signed; the upload of a root that does makes up for it.
    guard let key = onlineKeys.key(for: offline) else { return }
    var signers = [key]
    // A device that is between the old root and the new one at this moment has to be able to verify it as well.
    if let former = current.flatMap({ onlineKeys.key(for: $0.offline) }), former.publicKey != key.publicKey {
      signers.append(former)
    }
    let online = try onlineSigning(by: signers, at: scope.now).next(
      after: current?.online, states: states, offline: offline)
    let next = SignedRepository(offline: offline, online: online)
    for file in next.files(since: current) { try scope.session.insert(file) }
    scope.nextOffline = nil
    scope.nextSnapshot = (scope.nextSnapshot ?? scope.snapshot).replacing(trust: RegistryTrust(next))
  }

  /// Signs again what has less than half of its time left. Nothing happens in development mode, and while root does not
  /// name the registry's key.
  ///
  /// - Returns: whether something was signed.
  @discardableResult
  package func renewOnlineMetadata() throws(RegistryError) -> Bool {
    let isRenewed = try renewExpiring()
    // Only then, since a disk that fails here must not keep devices from refreshing.
    if let offline = snapshots.current.trust?.repository.offline { try onlineKeys.settle(for: offline) }
    return isRenewed
  }

  private func renewExpiring() throws(RegistryError) -> Bool {
    let now = configuration.clock()
    // Asked first without the store, which a busy registry needs for other things.
    guard try renewal(of: snapshots.current, at: now) != nil else { return false }
    let next = try store.change(
      { session in
        let snapshot = snapshots.current
        guard let next = try renewal(of: snapshot, at: now) else { return nil as SignedRepository? }
        for file in next.files(since: snapshot.trust?.repository) { try session.insert(file) }
        return next
      },
      committed: { next in
        if let next { snapshots.update { $0.replacing(trust: RegistryTrust(next)) } }
      })
    return next != nil
  }

  private func renewal(
    of snapshot: RegistrySnapshot, at now: Timestamp
  ) throws(RegistryError) -> SignedRepository? {
    guard let current = snapshot.trust?.repository, let key = onlineKeys.key(for: current.offline) else {
      return nil
    }
    do throws(TrustError) {
      let online = try onlineSigning(by: [key], at: now).renewal(of: current.online, offline: current.offline)
      return online.map { SignedRepository(offline: current.offline, online: $0) }
    } catch {
      throw RegistryError(error)
    }
  }

  private func onlineSigning(by signers: [SigningKey], at now: Timestamp) -> OnlineSigning {
    OnlineSigning(signers: signers, lifetimes: configuration.onlineLifetimes, now: now)
  }
}
