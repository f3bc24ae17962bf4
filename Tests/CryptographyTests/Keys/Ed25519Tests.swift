import Cryptography
import Testing

@Suite struct Ed25519Tests {
  /// A key, a message and its signature, as RFC 8032 (7.1) publishes them.
  struct Vector: Sendable {
    let key: String
    let message: String
    let signature: String
  }

  static let vectors = [
    Vector(
      key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
      signature: """
        e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155\
        5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
        """),
    Vector(
      key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
      signature: """
        92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
        085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
        """),
    Vector(
      key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
      signature: """
        6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
        18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
        """),
    Vector(
      key: "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
      message: """
        ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
        2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
        """,
      signature: """
        dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589\
        09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704
        """),
  ]

  @Test(arguments: vectors)
  func `accepts the published signatures`(vector: Vector) throws {
    let key = try PublicKey(ed25519: bytes(vector.key))
    #expect(try key.isValid(bytes(vector.signature), for: bytes(vector.message)))
    #expect(key.rawEd25519 == bytes(vector.key))
  }

  @Test(arguments: vectors)
  func `refuses a signature with any bit turned, and of another message`(vector: Vector) throws {
    let key = try PublicKey(ed25519: bytes(vector.key))
    let message = bytes(vector.message)
    for bit in 0..<512 {
      var signature = bytes(vector.signature)
      signature[bit / 8] ^= 1 << (bit % 8)
      #expect(try !key.isValid(signature, for: message))
    }
    #expect(try !key.isValid(bytes(vector.signature), for: message + [0]))
  }

  @Test(arguments: [0, 1, 32, 63, 65, 128])
  func `refuses a signature of another length`(count: Int) throws {
    let vector = Self.vectors[0]
    let key = try PublicKey(ed25519: bytes(vector.key))
    let signature = bytes(vector.signature) + [UInt8](repeating: 0, count: 64)
    #expect(try !key.isValid(Array(signature.prefix(count)), for: []))
  }

  /// The group's order L, little end first; S + L verifies as well as S where nobody looks (RFC 8032, 5.1.7).
  private static let order = bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")

  @Test(arguments: vectors)
  func `refuses a signature whose second half is not reduced`(vector: Vector) throws {
    var signature = bytes(vector.signature)
    var carry: UInt16 = 0
    for index in 0..<32 {
      let sum = UInt16(signature[32 + index]) + UInt16(Self.order[index]) + carry
      signature[32 + index] = UInt8(truncatingIfNeeded: sum)
      carry = sum >> 8
    }
    #expect(try !PublicKey(ed25519: bytes(vector.key)).isValid(signature, for: bytes(vector.message)))
  }

  /// Points whose order divides 8, with both signs of x. With the neutral point as key, R = S·B is valid for
  /// every message.
  @Test(
    arguments: [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ], [UInt8(0), 0x80])
  func `refuses keys of small order`(point: String, sign: UInt8) {
    var key = bytes(point)
    key[31] |= sign
    expect(.weakKey) { try PublicKey(ed25519: key) }
  }

  @Test(arguments: [
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func `refuses keys with a second encoding`(point: String) {
    expect(.malformedKey) { try PublicKey(ed25519: bytes(point)) }
  }

  @Test(arguments: [0, 31, 33, 64])
  func `refuses keys of another length`(count: Int) {
    expect(.malformedKey) { try PublicKey(ed25519: [UInt8](repeating: 7, count: count)) }
  }

  @Test func `verifies nothing with a point that is not on the curve`() throws {
    let key = try PublicKey(ed25519: [2] + [UInt8](repeating: 0, count: 31))
    #expect(try !key.isValid(bytes(Self.vectors[0].signature), for: []))
  }
}
