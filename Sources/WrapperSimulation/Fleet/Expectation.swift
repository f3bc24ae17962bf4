package import ReleaseModel

/// What has to come true for a device, in one word.
package enum Expectation: Sendable, Hashable {
  /// `2.14.0`: it runs this release in the end.
  case release(SemanticVersion)
  /// `some`: it runs an installed release in the end, whichever.
  case someRelease
  /// `built-in`: it runs the release inside the app in the end.
  case builtIn
  /// `none`: nothing is offered to it.
  case nothing
  /// `way-back`: from what it runs it can go back to something that starts.
  case wayBack
  /// `taken-back`: it installed a release and left it again by itself.
  case takenBack
  /// `current`, `updateAvailable`, `updateRequired`: what it is told about its own version.
  case native(NativeUpdateStatus)

  private static let words: [String: Expectation] = [
    "some": .someRelease, "built-in": .builtIn, "none": .nothing, "way-back": .wayBack,
    "taken-back": .takenBack,
  ]

  /// Reads a word; fails with `invalid_expectation`, naming them all.
  package init(parsing text: String) throws(ModelError) {
    if let known = Self.words[text] {
      self = known
    } else if let status = NativeUpdateStatus(rawValue: text) {
      self = .native(status)
    } else {
      do throws(ModelError) {
        self = .release(try SemanticVersion(parsing: text))
      } catch {
        throw ModelError(
          ProblemCode("invalid_expectation"),
          "'\(text.prefix(40))' is nothing to expect; write a version, "
            + (Self.words.keys.sorted() + NativeUpdateStatus.allCases.map(\.rawValue)).joined(separator: ", ")
        )
      }
    }
  }

  /// What contradicts it in what a device did; nil when it came true.
  package func objection(to outcome: DeviceOutcome) -> String? {
    switch self {
    case .release(let version):
      guard outcome.running != .release(version.description) else { return nil }
      return "it was to run \(version), and runs \(outcome.running)"
    case .someRelease:
      if case .release = outcome.running { return nil }
      return "it was to run an installed release, and runs \(outcome.running)"
    case .builtIn:
      guard outcome.running != .builtIn else { return nil }
      return "it was to run the built-in release, and runs \(outcome.running)"
    case .nothing:
      return outcome.offered.map { "it was to be offered nothing, and is offered \($0)" }
    case .wayBack:
      guard outcome.wayBack == .nothing else { return nil }
      return "it cannot go back from \(outcome.running)"
    case .takenBack:
      return outcome.wasTakenBack
        ? nil : "it was to leave the new release by itself, and runs \(outcome.running)"
    case .native(let status):
      guard outcome.native != status else { return nil }
      return "it was to be told '\(status.rawValue)' about its own version, and is told "
        + (outcome.native.map { "'\($0.rawValue)'" } ?? "nothing")
    }
  }
}

extension Expectation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .release(let version): version.description
    case .native(let status): status.rawValue
    default: Self.words.first { $0.value == self }?.key ?? ""
    }
  }
}
