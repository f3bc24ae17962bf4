/// What is allowed at publish but seldom meant; `--strict` refuses it.
package struct PublishWarning: Sendable, Hashable {
  /// What it is about, for a program.
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case wrapperRangeAllowsEverything = "wrapper_range_allows_everything"
    case apiContractRangeAllowsEverything = "api_contract_range_allows_everything"
    case wrapperRangeWithoutUpperBound = "wrapper_range_without_upper_bound"
    case apiContractRangeWithoutUpperBound = "api_contract_range_without_upper_bound"
    case apiContractExcludesServer = "api_contract_excludes_server"
    case prereleaseWrappersLeftOut = "prerelease_wrappers_left_out"
    case hiddenBehindNewerRelease = "hidden_behind_newer_release"
    case seenWrapperGetsNothing = "seen_wrapper_gets_nothing"
    case restoredFromBackup = "restored_from_backup"
  }

  package let code: Code
  /// What it means and what to write instead.
  package let detail: String

  private init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The warnings for a release that is about to be published among the others of its channel. `seenWrappers` asked
  /// there lately, the most interesting first.
  package static func all(
    for candidate: ReleaseCandidate, in index: ReleaseIndex, seenWrappers: [SemanticVersion] = []
  ) -> [PublishWarning] {
    let unserved = seenWrappers.filter { !index.reachesSomeDevice(with: $0, besides: candidate) }
    return ofWrapperRange(candidate.gates.wrapperRange)
      + ofAPIContractRange(candidate.gates.apiContractRange)
      + (candidate.gates.wrapperRange.allowsPrereleases ? [] : [prereleaseWrappersLeftOut])
      + (index.isBehindHigherVersions(candidate) ? [hiddenBehindNewerRelease] : [])
      + (unserved.isEmpty ? [] : [seenWrapperGetsNothing(unserved)])
  }

  /// Whether a strict publish is refused for it. Nearly every range leaves prereleases out, and rightly.
  package var isRefusedWhenStrict: Bool { code != .prereleaseWrappersLeftOut }

  private static func ofWrapperRange(_ range: VersionRange) -> [PublishWarning] {
    if range.allowsEverything {
      return [
        .init(
          .wrapperRangeAllowsEverything,
          "the wrapper range '*' offers the release to every wrapper, old and future")
      ]
    }
    if range.hasUpperBound { return [] }
    return [
      .init(
        .wrapperRangeWithoutUpperBound, "the wrapper range has no upper bound; add one such as '<6.0.0'")
    ]
  }

  private static func ofAPIContractRange(_ range: VersionRange) -> [PublishWarning] {
    var warnings: [PublishWarning] = []
    if range.allowsEverything {
      warnings.append(
        .init(
          .apiContractRangeAllowsEverything,
          "the API-contract range '*' offers the release on every backend"))
    } else if !range.hasUpperBound {
      warnings.append(
        .init(
          .apiContractRangeWithoutUpperBound,
          "the API-contract range has no upper bound; add one such as '<4.0.0'"))
    }
    if !range.contains(APIContract.version) {
      warnings.append(
        .init(
          .apiContractExcludesServer,
          "the API-contract range does not contain this server's contract \(APIContract.version): nobody is "
            + "offered it"))
    }
    return warnings
  }

  private static let prereleaseWrappersLeftOut = PublishWarning(
    .prereleaseWrappersLeftOut,
    "prerelease wrappers are left out; '>=4.2.0-0' in a range lets in those of 4.2.0 and no others")

  private static let hiddenBehindNewerRelease = PublishWarning(
    .hiddenBehindNewerRelease,
    "higher versions are offered to every wrapper that this one is for, and devices that run one will not move "
      + "down to it; publish it under a higher version")

  /// The registry was restored from a backup, and has not got another key since.
  package static let restoredFromBackup = PublishWarning(
    .restoredFromBackup,
    "the registry was restored from a backup: devices that saw newer metadata refuse this release, until you publish what "
      + "'relctl trust rotate FILE --after-restore' makes")

  /// The most versions that are named.
  private static let maximumNamed = 10

  private static func seenWrapperGetsNothing(_ versions: [SemanticVersion]) -> PublishWarning {
    let named = versions.prefix(maximumNamed).map(\.description).joined(separator: ", ")
    let others = versions.count > maximumNamed ? " and \(versions.count - maximumNamed) more" : ""
    return .init(
      .seenWrapperGetsNothing,
      "wrappers that asked lately would be offered no release: \(named)\(others); widen the wrapper range, or "
        + "publish a release for them")
  }
}
