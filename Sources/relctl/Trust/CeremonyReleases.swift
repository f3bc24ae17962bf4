import ReleaseModel
import ReleaseTrust

/// The releases that a ceremony about trust signs besides: those of before there was a root, as signers read them.
struct CeremonyReleases {
  private let changes: [(role: ExactText, added: [SignedRelease], removed: [ExactText])]

  init(_ ceremony: Ceremony) throws {
    changes = try ceremony.proposal.channels.keys.sorted().map { role in
      let change = try ceremony.releaseChanges(of: role)
      return (role, change.added, change.removed)
    }
  }

  /// A line for each channel that has any, and one for each release.
  var sentences: [String] {
    changes.flatMap { role, added, removed in
      (added.isEmpty
        ? []
        : ["\(role): signs \(Sentence.count(added.count, "release")) that nobody has signed yet:"])
        + added.map { release in
          "  \(release.version), sequence \(release.sequence), wrappers \(release.gates.wrapperRange), API contract "
            + "\(release.gates.apiContractRange), \(release.sizeBytes) bytes, sha256 \(release.artifact)"
        } + removed.map { "\(role): '\($0)' is not signed any more" }
    }
  }

  /// The same for programs.
  var json: JSONValue {
    .array(
      changes.flatMap(\.added).map { release in
        .object(Dictionary(release.parts.map { ($0.name, JSONValue.string($0.text)) }) { first, _ in first })
      })
  }
}
