import Fuzzing
import ReleaseModel

@testable import WrapperInstaller

/// What holds for every pointer that is believed, and for every launch that follows from it.
enum PointerProperties {
  private static let rule = LaunchRule(attempts: 3, readyTimeout: .seconds(20))
  private static let installation = Installation(
    documentsFolder: "/device", builtIn: nil, settings: InstallerSettings(), environment: .system)
  private static let now = Timestamp(secondsSinceEpoch: 1_784_700_000)
  private static let events: [LaunchEvent] = [
    .foreground(for: .seconds(1_000_000_000_000)), .background(after: .seconds(-1)), .ended(.crashed),
    .ended(.byUser),
  ]

  static func check(_ pointer: CurrentPointer) {
    for record in pointer.candidates + [pointer.launch?.release].compactMap(\.self) { check(record) }
    for event in events { check(moved: rule.noting(event, in: pointer)) }
    for target in pointer.candidates {
      check(moved: pointer.goingBack(to: target))
      check(moved: pointer.activating(target))
    }
    check(moved: pointer.goingBack(to: nil))
    check(moved: rule.closing(pointer))
    check(moved: pointer.confirming(token: "a token", blocked: BlockedList()).1)
  }

  static func check(_ record: ReleaseRecord) {
    let parts = record.entryFile.split(separator: "/", omittingEmptySubsequences: false)
    require(!parts.contains(""), "an entry file is a relative path of names")
    require(!parts.contains(".") && !parts.contains(".."), "an entry file stays in its release")
    require(
      !record.entryFile.utf8.contains { $0 < 0x20 || $0 == 0x5c }, "an entry file means one file everywhere")
    require(
      !record.folderName.contains("/") && !record.folderName.hasPrefix("."),
      "a release has a folder of its own")
    require(record.sequence >= 0 && record.attempts >= 0, "nothing is counted below zero")
  }

  private static func check(moved pointer: CurrentPointer) {
    require(pointer.candidates.count <= 3, "three releases are kept at most")
    check(launching: pointer, .complete, hasBuiltIn: false)
    check(launching: pointer, .missing, hasBuiltIn: true)
  }

  private static func check(launching pointer: CurrentPointer, _ condition: TreeCondition, hasBuiltIn: Bool) {
    guard let wrapper = attempt({ try SemanticVersion(parsing: "4.6.0") }) else { return }
    let decision = LaunchDecision(
      pointer, blocked: BlockedList(), failures: rule.failures(in: pointer), wrapperVersion: wrapper,
      hasBuiltIn: hasBuiltIn, at: now
    ) { _ in condition }
    switch decision.choice.target {
    case .installed(let record):
      require(condition == .complete, "only what is complete starts")
      require(pointer.candidates.contains(record), "only what the pointer names starts")
      let result = installation.result(of: decision.choice, token: "t", nil, [])
      let url = result.launch?.url ?? ""
      require(url.hasPrefix("/") && !url.hasPrefix("//"), "the address is one of the wrapper's own server")
      require(!url.split(separator: "/").contains(".."), "the address does not lead out of the release")
    case .builtIn: require(hasBuiltIn, "only a built-in release that is there starts")
    case .nothing: require(!hasBuiltIn, "the built-in release starts when nothing else does")
    }
  }
}
