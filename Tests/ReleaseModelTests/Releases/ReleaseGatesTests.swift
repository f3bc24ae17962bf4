import ReleaseModel
import Testing

@Suite struct ReleaseGatesTests {
  @Test(arguments: [
    (">=4.2.0 <6.0.0", "^3.1.0", []), ("*", "*", []), ("", "*", ["wrapperRange: missing_range"]),
    (" \t", "", ["wrapperRange: missing_range", "apiContractRange: missing_range"]),
    ("4.x.y", ">2 <1", ["wrapperRange: invalid_range", "apiContractRange: unsatisfiable_range"]),
    ("<4.5.0 >4.5.0", "*", ["wrapperRange: unsatisfiable_range"]),
  ])
  func `refuses ranges that are empty, unreadable or match nothing, both at once`(
    wrapper: String, contract: String, errors: [String]
  ) throws {
    var found: [String] = []
    do {
      _ = try ReleaseGates(parsingWrapperRange: wrapper, apiContractRange: contract)
    } catch {
      found = error.errors.map { "\($0.field): \($0.code.rawValue)" }
    }
    #expect(found == errors)
  }
}
