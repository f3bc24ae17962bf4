import ReleaseTesting
import Testing

@Suite struct KeyTests {
  private let ring: KeyRing

  init() throws { ring = try KeyRing() }

  @Test(arguments: ["ed25519", "p256"])
  func `generates a key that openssl opens with the passphrase`(scheme: String) throws {
    let outcome = try ring.key(["generate", "release-1", "--scheme", scheme, "--output", "json"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(ring.mode("keys") == 0o700)
    #expect(ring.mode("keys/release-1.pem") == 0o600)
    #expect(try ring.folder.names(in: "keys") == ["release-1.pem", "release-1.pub"])
    #expect(try ring.text("keys/release-1.pem").hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
    #expect(try ring.publicKey(of: "release-1") == ring.text("keys/release-1.pub"))
    let key = try JSON(outcome.output)
    #expect(key["name"] == .text("release-1"))
    #expect(key["privatePart"] == .text("encrypted"))
    #expect(try key["publicKey"] == .text(ring.text("keys/release-1.pub")))
  }

  /// The key of RFC 8032 (7.1, test 1); its keyid as Python's `json` and `hashlib` give it.
  @Test func `names a key as signed metadata does`() throws {
    let pem = """
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
      -----END PUBLIC KEY-----

      """
    try ring.write(pem, to: "rfc.pub", mode: 0o644)
    #expect(try ring.key(["import", "rfc", ring.folder.path("rfc.pub")], passphraseFile: nil).status == 0)
    let outcome = try ring.key(["show", "rfc"], passphraseFile: nil)
    #expect(
      outcome.output.contains("74c181c7ad8a0855d4b55e44d2ba87aabdddb196832571f15f92fece332e4916\n"),
      "\(outcome)")
    #expect(outcome.output.hasSuffix(pem))
  }

  @Test func `lists keys in order, and only those`() throws {
    #expect(try list() == ["There"])
    for name in ["b", "a"] { #expect(try ring.key(["generate", name]).status == 0) }
    try ring.write("not a key", to: "keys/notes.txt", mode: 0o600)
    #expect(try list() == ["NAME", "a", "b"])
  }

  @Test func `overwrites no key`() throws {
    #expect(try ring.key(["generate", "release-1"]).status == 0)
    let before = try ring.folder.read("keys/release-1.pem")
    try ring.write(ring.text("keys/release-1.pub"), to: "other.pub", mode: 0o644)
    for arguments in [["generate", "release-1"], ["import", "release-1", ring.folder.path("other.pub")]] {
      let outcome = try ring.key(arguments)
      #expect(outcome.status == 1 && outcome.error.contains("(key_exists)"), "\(outcome)")
    }
    #expect(try ring.folder.read("keys/release-1.pem") == before)
  }

  @Test func `rotates a key and keeps the old one`() throws {
    #expect(try ring.key(["generate", "release-1", "--scheme", "p256"]).status == 0)
    let first = try ring.text("keys/release-1.pub")
    for _ in 1...2 { #expect(try ring.key(["rotate", "release-1"]).status == 0) }
    let names = ["release-1.1", "release-1.2", "release-1"]
    #expect(try ring.folder.names(in: "keys") == names.flatMap { ["\($0).pem", "\($0).pub"] })
    #expect(try ring.text("keys/release-1.1.pub") == first)
    for name in names { #expect(try ring.publicKey(of: name) == ring.text("keys/\(name).pub")) }
    #expect(Set(try names.map { try ring.text("keys/\($0).pub") }).count == 3)
  }

  @Test func `exports the encrypted key, and never another form of it`() throws {
    #expect(try ring.key(["generate", "release-1"]).status == 0)
    let copy = ring.folder.path("copy.pem")
    #expect(try ring.key(["export", "release-1", "--private"]).status == 2)
    #expect(try ring.key(["export", "release-1", "--private", "-o", copy]).status == 0)
    #expect(ring.mode("copy.pem") == 0o600)
    #expect(try ring.text("copy.pem") == ring.text("keys/release-1.pem"))
    #expect(try ring.key(["export", "release-1", "-o", copy]).error.contains("(file_exists)"))
    #expect(try ring.key(["export", "release-1"]).output == ring.text("keys/release-1.pub"))
    #expect(try ring.key(["import", "again", copy]).status == 0)
    #expect(try ring.text("keys/again.pub") == ring.text("keys/release-1.pub"))
  }

  @Test(arguments: [
    "genpkey -algorithm ED25519 -out file.pem", "ecparam -name prime256v1 -genkey -out file.pem",
  ])
  func `encrypts a key that it imports`(generate: String) throws {
    try ring.openssl(generate)
    let outcome = try ring.key(["import", "ci", ring.folder.path("file.pem")])
    #expect(outcome.status == 0 && outcome.output.contains("delete it"), "\(outcome)")
    #expect(try ring.publicKey(of: "ci") == ring.openssl("pkey -in file.pem -pubout"))
  }

  @Test func `changes nothing when it is only asked what it would do`() throws {
    #expect(try ring.key(["generate", "release-1"]).status == 0)
    let before = try (ring.folder.names(), ring.folder.names(in: "keys"))
    for arguments in [
      ["generate", "release-2"], ["rotate", "release-1"],
      ["import", "release-2", ring.folder.path("keys/release-1.pub")],
      ["export", "release-1", "-o", ring.folder.path("copy.pub")],
      ["export", "release-1", "--private", "-o", ring.folder.path("copy.pem")],
    ] {
      let outcome = try ring.key(arguments + ["--dry-run"])
      #expect(outcome.status == 0 && outcome.output.contains("dry run: "), "\(outcome)")
    }
    #expect(try (ring.folder.names(), ring.folder.names(in: "keys")) == before)
  }

  private func list() throws -> [String] {
    let outcome = try ring.key(["list", "--keys", ring.folder.path("keys")], passphraseFile: nil)
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.output.split(separator: "\n").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
  }
}
