import Glibc
import ReleaseTesting
import Testing

/// What `relctl key` says when something is not as it should be.
@Suite struct KeyFaultTests {
  private let ring: KeyRing

  init() throws {
    ring = try KeyRing()
    let outcome = try ring.key(["generate", "release-1"])
    try #require(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: [
    ("keys", UInt32(0o750), "insecure_key_folder"), ("keys/release-1.pem", 0o640, "insecure_key_file"),
  ])
  func `refuses keys that others may look at`(name: String, mode: UInt32, code: String) throws {
    chmod(ring.folder.path(name), mode)
    try expect(code, 1, copying: "release-1")
  }

  @Test func `tells a wrong passphrase`() throws {
    try ring.write("wrong\n", to: "passphrase", mode: 0o600)
    try expect("wrong_passphrase", 1, copying: "release-1")
  }

  @Test func `does not use a private key beside another one's public part`() throws {
    #expect(try ring.key(["generate", "release-2"]).status == 0)
    try ring.write(ring.text("keys/release-2.pub"), to: "keys/release-1.pub", mode: 0o644)
    try expect("key_mismatch", 5, copying: "release-1")
  }

  @Test func `names the key that was perhaps meant`() throws {
    let outcome = try ring.key(["show", "relaese-1"], passphraseFile: nil)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.error == """
        error: there is no key 'relaese-1' in '\(ring.folder.path("keys"))' (key_not_found)
        hint: did you mean 'release-1'?

        """)
  }

  @Test func `does not sign, export or rotate with half a key`() throws {
    unlink(ring.folder.path("keys/release-1.pem"))
    try expect("private_key_missing", 1, copying: "release-1")
    #expect(try ring.key(["rotate", "release-1"]).error.contains("(private_key_missing)"))
  }

  @Test(arguments: [
    ("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out file.pem", "unsupported_key"),
    ("genpkey -algorithm ED25519 -aes256 -pass file:passphrase -out file.pem", "unsupported_key"),
    ("rand -base64 -out file.pem 100", "malformed_key"),
  ])
  func `imports no other keys, and names the file`(make: String, code: String) throws {
    try ring.openssl(make)
    let outcome = try ring.key(["import", "ci", ring.folder.path("file.pem")])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.error.contains("(\(code))") && outcome.error.contains("file.pem"), "\(outcome)")
    #expect(try ring.folder.names(in: "keys") == ["release-1.pem", "release-1.pub"])
  }

  @Test(arguments: [
    "", "../release-1", "Release-1", ".release-1", "a b", "a/b", "café", String(repeating: "a", count: 65),
  ])
  func `takes no name that leads elsewhere`(name: String) throws {
    let outcome = try ring.key(["generate", name])
    #expect(outcome.status == 2 && outcome.error.contains("(invalid_value)"), "\(outcome)")
  }

  @Test(
    arguments: [
      ("pkcs11:token=t;object=o", 2, "pkcs11_invalid_uri"),
      ("pkcs11:token=t;object=o?module-path=/nowhere.so", 1, "pkcs11_module_unusable"),
    ] as [(String, Int32, String)])
  func `says what is wrong with a token`(uri: String, status: Int32, code: String) throws {
    let outcome = try ring.key(["show", uri])
    #expect(outcome.status == status && outcome.error.contains("(\(code))"), "\(outcome)")
  }

  /// Opens the private key, which is what signing does as well.
  private func expect(_ code: String, _ status: Int32, copying name: String) throws {
    let outcome = try ring.key(["export", name, "--private", "-o", ring.folder.path("copy.pem")])
    #expect(outcome.status == status && outcome.error.contains("(\(code))"), "\(outcome)")
    #expect(ring.mode("copy.pem") == 0)
  }
}
