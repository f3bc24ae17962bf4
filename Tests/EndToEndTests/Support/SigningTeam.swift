import Glibc
import ReleaseTesting
import Testing

/// A registry with a root, the keys that its root trusts, and the commands that use them.
struct SigningTeam {
  let registry: RunningRegistry
  private let environment: [String: String]

  init(options: [String] = [], environment more: [String: String] = [:]) throws {
    registry = try RunningRegistry(options: options)
    environment = [
      "HOME": registry.folder.path("home"), "RELCTL_KEYS": registry.folder.path("keys"),
      "RELCTL_KEY_PASSPHRASE": "correct horse",
    ].merging(registry.environment) { $1 }.merging(more) { $1 }
  }

  var rootFile: String { registry.folder.path("root.json") }

  func path(_ name: String) -> String { registry.folder.path(name) }

  @discardableResult
  func relctl(_ arguments: [String], changing changes: [String: String?] = [:]) throws -> Relctl.Outcome {
    var environment = environment
    // Before the first root there is none to trust.
    if access(rootFile, F_OK) == 0 { environment["RELCTL_TRUST_ROOT"] = rootFile }
    for (name, value) in changes { environment[name] = value }
    return try Relctl.run(arguments, environment: environment)
  }

  @discardableResult
  func succeed(_ arguments: String...) throws -> Relctl.Outcome {
    let outcome = try relctl(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome)")
    return outcome
  }

  /// Keys of root, targets and one release engineer, and the root that trusts them.
  func begin() throws {
    for name in ["root-1", "root-2", "targets", "release-1"] { try succeed("key", "generate", name) }
    try succeed(
      "trust", "init", path("ceremony.json"), "--root-key", "root-1", "--root-key", "root-2",
      "--root-threshold", "2",
      "--targets-key", "targets", "--channel", "production=release-1")
    try succeed("trust", "publish", path("ceremony.json"), "--root-out", rootFile)
  }

  func publish(_ text: String, _ version: String, _ options: String...) throws -> Relctl.Outcome {
    try relctl(registry.publishing(try registry.site(text), version) + options)
  }
}
