import Glibc
import ReleaseTesting
import Testing

/// Keys that never leave their token, through relctl: each run loads the module in a process of its own.
@Suite struct TokenKeyTests {
  private let tokens: SoftHSM
  private let team: SigningTeam

  init() throws {
    tokens = try SoftHSM(tokens: ["release"])
    try tokens.tool("--keypairgen --key-type EC:edwards25519 --label root-1 --id 01", on: "release")
    try tokens.tool("--keypairgen --key-type EC:prime256v1 --label release-1 --id 02", on: "release")
    team = try SigningTeam(environment: tokens.environment)
    try team.registry.folder.write("\(SoftHSM.pin)\n".utf8, to: "pin")
    chmod(team.path("pin"), 0o600)
  }

  private func uri(_ label: String) -> String {
    "pkcs11:token=release;object=\(label)?module-path=\(SoftHSM.module)"
  }

  private func show(_ label: String, pin: String = "pin") throws -> Relctl.Outcome {
    try team.relctl(["key", "show", uri(label), "--passphrase-file", team.path(pin), "--output", "json"])
  }

  @Test(arguments: [("root-1", "ed25519"), ("release-1", "ecdsa-sha2-nistp256")])
  func `are shown with the keyid that signed metadata has for them`(label: String, scheme: String) throws {
    let outcome = try show(label)
    #expect(outcome.status == 0, "\(outcome)")
    let key = try JSON(outcome.output)
    #expect(key["scheme"]?.string == scheme)
    #expect(key["privatePart"]?.string == "token")
    // The public part in the key folder is the same key.
    try team.registry.folder.write((key["publicKey"]?.string ?? "").utf8, to: "token.pub")
    try team.succeed("key", "import", "copy", team.path("token.pub"))
    let copy = try JSON(try team.succeed("key", "show", "copy", "--output", "json").output)
    #expect(copy["keyid"] == key["keyid"])
    #expect(copy["privatePart"]?.string == "elsewhere")
  }

  @Test func `a wrong PIN, and a key that is not there, are told apart`() throws {
    try team.registry.folder.write("9999\n".utf8, to: "wrong")
    chmod(team.path("wrong"), 0o600)
    let refused = try show("release-1", pin: "wrong")
    #expect(refused.status == 1 && refused.error.contains("\"pkcs11_pin_refused\""), "\(refused)")
    let absent = try show("release-2")
    #expect(absent.status == 1 && absent.error.contains("\"pkcs11_key_not_found\""), "\(absent)")
  }

  @Test func `sign the ceremony and the release, and devices verify it`() throws {
    for label in ["root-1", "release-1"] {
      let key = try JSON(try show(label).output)
      try team.registry.folder.write((key["publicKey"]?.string ?? "").utf8, to: "\(label).pub")
      try team.succeed("key", "import", label, team.path("\(label).pub"))
    }
    let ceremony = team.path("ceremony.json")
    try team.succeed(
      "trust", "init", ceremony, "--root-key", "root-1", "--targets-key", "root-1", "--channel",
      "production=release-1")
    try team.succeed(
      "trust", "sign", ceremony, "--key", uri("root-1"), "--key", uri("release-1"), "--passphrase-file",
      team.path("pin"))
    try team.succeed("trust", "publish", ceremony, "--root-out", team.rootFile)
    let published = try team.publish(
      "one", "1.0.0", "--key", uri("release-1"), "--passphrase-file", team.path("pin"))
    #expect(published.status == 0, "\(published)")
    let verified = try team.succeed(
      "release", "verify", "production", "1.0.0", "--wrapper-version", "4.5.0", "--output", "json")
    #expect(try JSON(verified.output)["offered"]?.string == "1.0.0")
  }
}
