import Cryptography
import ReleaseModel
import ReleaseTrust

extension Registry {
  /// `GET /admin/v1/trust`: each role with its version and keys, what the next publish has to be signed for, and the
  /// registry's own key, which the ceremony puts into root.
  func trustStatus() throws(RegistryError) -> AdminAnswer { try trustAnswer(snapshots.current) }

  func trustAnswer(_ snapshot: RegistrySnapshot) throws(RegistryError) -> AdminAnswer {
    let repository = snapshot.trust?.repository
    let listed = repository.flatMap { onlineKeys.key(for: $0.offline) }
    let key = TUFKey((listed ?? onlineKeys.current).publicKey)
    var data: JSONObject = [
      "mode": repository == nil ? "development" : "signed",
      "nextSequence": .integer(snapshot.sequence + 1),
      "onlineKey": .object(key.json), "onlineKeyid": .text(key.keyid),
      "roles": .array(repository.map { Self.roles($0, configuration.onlineLifetimes) } ?? []),
    ]
    if let repository {
      data["onlineKeyListed"] = .bool(listed != nil)
      data["nextOnlineKey"] = onlineKeys.successor(for: repository.offline).map {
        .object(TUFKey($0.publicKey).json)
      }
    }
    return AdminAnswer(
      status: 200, body: JSONWriter.bytes(of: .object(["data": .object(data)]), .compact), revision: nil)
  }

  /// Every role: first what people sign, in the order of trust, then what the registry signs.
  private static func roles(_ repository: SignedRepository, _ lifetimes: OnlineLifetimes) -> [StrictJSON] {
    let (offline, online) = (repository.offline, repository.online)
    let root = offline.root.content
    let channels = offline.channels.sorted { $0.key < $1.key }
    return
      [
        role("root", offline.root.content, root.authority(for: .root)),
        role("targets", offline.targets.content, root.authority(for: .targets)),
      ] + channels.map { role($0.key, $0.value.content, offline.authority(for: $0.key)) }
      + [
        role(
          ReleaseRole.status, online.status.content, offline.authority(for: ReleaseRole.status),
          lifetimes.statusSeconds),
        role("snapshot", online.snapshot.content, root.authority(for: .snapshot), lifetimes.snapshotSeconds),
        role(
          "timestamp", online.timestamp.content, root.authority(for: .timestamp), lifetimes.timestampSeconds),
      ]
  }

  /// A role that nobody may sign for any more has no keys. `lifetime` is for how long the registry itself signs it.
  private static func role(
    _ name: ExactText, _ metadata: some SignedMetadata, _ authority: RoleAuthority?, _ lifetime: Int64? = nil
  ) -> StrictJSON {
    var members: JSONObject = [
      "role": .text(name), "version": .integer(metadata.version),
      "expires": .text(ExactText(metadata.expires.description)),
      "threshold": .integer(authority?.threshold ?? 0),
      "keyids": .array((authority?.keyids ?? []).map(StrictJSON.text)),
    ]
    members["lifetimeSeconds"] = lifetime.map(StrictJSON.integer)
    return .object(members)
  }
}
