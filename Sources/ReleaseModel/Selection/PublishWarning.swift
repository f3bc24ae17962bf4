/// What is allowed at publish but seldom meant; `--strict` refuses it.
package enum PublishWarning: String, Sendable, Hashable, Codable, CaseIterable {
  case wrapperRangeAllowsEverything = "wrapper_range_allows_everything"
  case apiContractRangeAllowsEverything = "api_contract_range_allows_everything"
  case wrapperRangeWithoutUpperBound = "wrapper_range_without_upper_bound"
  case apiContractRangeWithoutUpperBound = "api_contract_range_without_upper_bound"
  case apiContractExcludesServer = "api_contract_excludes_server"
  case prereleaseWrappersLeftOut = "prerelease_wrappers_left_out"
  case hiddenBehindNewerRelease = "hidden_behind_newer_release"

  /// What it means and what to write instead.
  package var detail: String {
    switch self {
    case .wrapperRangeAllowsEverything:
      "the wrapper range '*' offers the release to every wrapper, old and future"
    case .apiContractRangeAllowsEverything: "the API-contract range '*' offers the release on every backend"
    case .wrapperRangeWithoutUpperBound: "the wrapper range has no upper bound; add one such as '<6.0.0'"
    case .apiContractRangeWithoutUpperBound:
      "the API-contract range has no upper bound; add one such as '<4.0.0'"
    case .apiContractExcludesServer:
      "the API-contract range does not contain this server's contract \(APIContract.version): nobody is offered it"
    case .prereleaseWrappersLeftOut:
      "prerelease wrappers such as 5.0.0-beta.1 are left out unless the range names a prerelease"
    case .hiddenBehindNewerRelease:
      "newer releases serve every wrapper that this one is for: nobody is offered it"
    }
  }

  /// The warnings for a release that is about to be published among the others of its channel.
  package static func all(for candidate: ReleaseCandidate, in index: ReleaseIndex) -> [PublishWarning] {
    let wrapper = candidate.gates.wrapperRange
    let contract = candidate.gates.apiContractRange
    var warnings: [PublishWarning] = []
    if wrapper.allowsEverything {
      warnings.append(.wrapperRangeAllowsEverything)
    } else if !wrapper.hasUpperBound {
      warnings.append(.wrapperRangeWithoutUpperBound)
    }
    if contract.allowsEverything {
      warnings.append(.apiContractRangeAllowsEverything)
    } else if !contract.hasUpperBound {
      warnings.append(.apiContractRangeWithoutUpperBound)
    }
    if !contract.contains(APIContract.version) { warnings.append(.apiContractExcludesServer) }
    if !wrapper.allowsPrereleases { warnings.append(.prereleaseWrappersLeftOut) }
    if index.isHidden(candidate) { warnings.append(.hiddenBehindNewerRelease) }
    return warnings
  }
}
