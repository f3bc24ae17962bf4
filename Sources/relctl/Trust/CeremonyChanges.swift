import Cryptography
import ReleaseModel
import ReleaseTrust

/// What a ceremony changes, in words.
struct CeremonyChanges {
  private let ceremony: Ceremony

  init(_ ceremony: Ceremony) { self.ceremony = ceremony }

  /// A sentence for each change; the names are those of this machine.
  func sentences(_ names: KeyNames) throws -> [String] {
    var sentences: [String] = []
    for (role, _) in ceremony.proposal.files {
      let version = ceremony.proposal.version(of: role) ?? 0
      guard let before = ceremony.current?.version(of: role) else {
        sentences.append("\(role): new, version \(version)")
        continue
      }
      sentences.append("\(role): version \(before) becomes \(version)")
    }
    if let release = ceremony.part?.release {
      sentences.append("release \(release.version) on \(release.channel), signed as:")
      sentences += release.parts.map { "  \($0.name): \($0.text)" }
    }
    if ceremony.part == nil { sentences += try CeremonyReleases(ceremony).sentences }
    let (old, new) = (try assignment(ceremony.current), try assignment(ceremony.next))
    guard let new else { return sentences }
    sentences += changes("root", old?.root, new.root, names)
    sentences += changes("targets", old?.targets, new.targets, names)
    for (channel, keys) in new.channels.sorted(by: { $0.key.name < $1.key.name }) {
      sentences += changes("channel \(channel)", old?.channels[channel], keys, names)
    }
    for channel in (old?.channels ?? [:]).keys where new.channels[channel] == nil {
      sentences.append(
        "channel \(channel): nobody may sign releases for it any more; devices are offered nothing there from then on, and its "
          + "name is never given again")
    }
    sentences += changes(
      "the registry itself", old.map { RoleKeys([$0.online]) }, RoleKeys([new.online]), names)
    return sentences
  }

  private func assignment(_ upload: MetadataUpload?) throws -> KeyAssignment? {
    guard let root = upload?.root, let targets = upload?.targets else { return nil }
    return try KeyAssignment(
      OfflineMetadata(root: root, targets: targets, channels: upload?.channels ?? [:]))
  }

  private func changes(_ what: String, _ old: RoleKeys?, _ new: RoleKeys, _ names: KeyNames) -> [String] {
    guard old != new else { return [] }
    let (before, after) = (Set(old?.keys ?? []), Set(new.keys))
    var parts: [String] = []
    if !after.subtracting(before).isEmpty {
      parts.append("new keys: \(names.text(after.subtracting(before)))")
    }
    if !before.subtracting(after).isEmpty {
      parts.append("not trusted any more: \(names.text(before.subtracting(after)))")
    }
    if old?.threshold != new.threshold {
      parts.append("\(new.threshold) of \(new.keys.count) have to sign")
    }
    return parts.isEmpty ? [] : ["\(what): \(parts.joined(separator: "; "))"]
  }
}
