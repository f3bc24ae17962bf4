import Fuzzing
import ReleaseTrust

/// What holds for every JSON that is read.
enum JSONProperties {
  static func check(_ bytes: [UInt8]) {
    guard let value = read(bytes) else { return }
    for layout in JSONWriter.Layout.allCases {
      require(read(JSONWriter.bytes(of: value, layout)) == value, "what is written is read as the same value")
    }
    let canonical = CanonicalJSON.bytes(of: value)
    require(canonical.count <= 4 * bytes.count, "canonical JSON is not much longer than what was read")
    // Canonical JSON escapes no control characters, so it is JSON only where there are none.
    if canonical.allSatisfy({ $0 >= 0x20 }) {
      require(read(canonical) == value, "canonical JSON is read as the same value")
    }
  }

  private static func read(_ bytes: [UInt8]) -> StrictJSON? {
    do throws(TrustError) {
      return try JSONReader.read(bytes, maximumBytes: 1 << 20)
    } catch {
      let offset = error.byteOffset ?? -1
      require((0...bytes.count).contains(offset), "a refusal names a byte of the input")
      return nil
    }
  }
}
