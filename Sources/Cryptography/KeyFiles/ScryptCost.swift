/// How much work it is to try one passphrase (RFC 7914): memory of about 128·N·r bytes, time in proportion to N·r·p.
package struct ScryptCost: Sendable, Hashable {
  /// N, a power of two.
  package let work: UInt64
  /// r.
  package let blockSize: UInt64
  /// p.
  package let parallelism: UInt64

  /// What new keys are encrypted with: 16 MiB and a fraction of a second. OWASP's advice for the most memory
  /// that every OpenSSL accepts without being told to.
  package static let standard = ScryptCost(unchecked: 1 << 14, 8, 5)

  /// Throws `key_cost_refused` for parameters that scrypt does not have, that OpenSSL would refuse to read, or that
  /// would let a file that somebody else wrote keep this process busy for longer than a few seconds.
  package init(work: UInt64, blockSize: UInt64, parallelism: UInt64) throws(CryptographyError) {
    // Bounded first, so that nothing below overflows.
    let bound: ClosedRange<UInt64> = 1...(1 << 20)
    guard bound.contains(work), bound.contains(blockSize), bound.contains(parallelism),
      work > 1, work & (work - 1) == 0,
      blockSize >= 4 || work < 1 << (16 * blockSize),
      128 * blockSize * (work + parallelism + 2) <= Self.maximumMemory,
      work * blockSize * parallelism <= Self.maximumTime
    else {
      throw CryptographyError(
        .costRefused,
        """
        scrypt with N=\(work), r=\(blockSize), p=\(parallelism) is not accepted; \
        encrypt the key anew with 'openssl pkcs8 -topk8 -scrypt'
        """)
    }
    self.init(unchecked: work, blockSize, parallelism)
  }

  private init(unchecked work: UInt64, _ blockSize: UInt64, _ parallelism: UInt64) {
    self.work = work
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// The 32 MiB that OpenSSL allows an encrypted key (`SCRYPT_MAX_MEM`), counted as OpenSSL counts.
  private static let maximumMemory: UInt64 = 32 << 20
  /// 32 times what OpenSSL's command line writes.
  private static let maximumTime: UInt64 = 32 * (1 << 14) * 8
}
