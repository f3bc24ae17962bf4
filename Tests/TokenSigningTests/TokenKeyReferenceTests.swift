import Testing
import TokenSigning

@Suite struct TokenKeyReferenceTests {
  @Test(
    arguments: [
      ("pkcs11:token=release;object=root?module-path=/m.so", "release", "root", nil),
      ("pkcs11:object=root;token=release?module-path=/m.so", "release", "root", nil),
      ("pkcs11:token=release;id=%01%fF;type=private?module-path=/m.so", "release", nil, [1, 0xff]),
      ("pkcs11:token=our%20token;object=caf%C3%A9;id=a?module-path=%2Fm.so", "our token", "café", [0x61]),
      ("pkcs11:token=a=b;object=x?module-path=/m.so", "a=b", "x", nil),
    ] as [(String, String, String?, [UInt8]?)])
  func `reads a PKCS #11 URI`(uri: String, token: String, label: String?, identifier: [UInt8]?) throws {
    let reference = try TokenKeyReference(uri: uri)
    #expect(reference.modulePath == "/m.so")
    #expect(reference.tokenLabel == token)
    #expect(reference.keyLabel == label)
    #expect(reference.keyIdentifier == identifier)
  }

  @Test(arguments: [
    "", "pkcs11:", "PKCS11:token=t;object=o?module-path=/m.so", "token=t;object=o?module-path=/m.so",
    "pkcs11:token=t;object=o", "pkcs11:object=o?module-path=/m.so", "pkcs11:token=t?module-path=/m.so",
    "pkcs11:token=;object=o?module-path=/m.so", "pkcs11:token=t;object=?module-path=/m.so",
    "pkcs11:token=t;object=o?module-path=m.so", "pkcs11:token=t;object=o?module-path=",
    "pkcs11:token=t;token=u;object=o?module-path=/m.so",
    "pkcs11:token=t;object=o;color=red?module-path=/m.so",
    "pkcs11:token=t;object=o?module-path=/m.so&pin-value=1234",
    "pkcs11:token=t;object=o;pin-value=1?module-path=/m.so",
    "pkcs11:token=t;object=o;type=cert?module-path=/m.so", "pkcs11:token=t;object?module-path=/m.so",
    "pkcs11:token=t;object=%4?module-path=/m.so", "pkcs11:token=t;object=%+1?module-path=/m.so",
    "pkcs11:token=t;object=%ff?module-path=/m.so",
  ])
  func `refuses a URI that does not name one key`(uri: String) {
    let error = #expect(throws: TokenError.self) { try TokenKeyReference(uri: uri) }
    #expect(error?.code == .invalidReference)
  }

  @Test func `repeats no PIN that it refuses`() {
    let error = #expect(throws: TokenError.self) {
      try TokenKeyReference(uri: "pkcs11:token=t;object=o?module-path=/m.so&pin-value=98765")
    }
    #expect(error?.message.contains("98765") == false)
  }
}
