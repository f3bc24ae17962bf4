@testable import ReleaseRegistry
import ReleaseModel
import Testing

@Suite struct MutationIdTests {
  @Test func `upper and lower case are one, and each keeps its text`() throws {
    let lower = try MutationId(parsing: "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c11")
    let upper = try MutationId(parsing: "6F1D2A34-9C1B-4A57-8E60-2F8F0A3B7C11")
    #expect(lower == upper && lower.hashValue == upper.hashValue)
    #expect(upper.text.hasPrefix("6F1D"))
    #expect(lower.bytes.prefix(4) == [0x6f, 0x1d, 0x2a, 0x34] && lower.bytes.last == 0x11)
    #expect(lower != (try MutationId(parsing: "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c12")))
  }

  @Test(arguments: [
    "", "6f1d2a34", "6f1d2a349c1b4a578e602f8f0a3b7c11", "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c1",
    "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c111", "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c1g",
    "6f1d2a3-49c1b-4a57-8e60-2f8f0a3b7c11", "{6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c1}",
    "6f1d2a34-9c1b-4a57-8e60-2f8f0a3b7c1\u{ff11}", "6f1d2a34--9c1b-4a57-8e60-2f8f0a3b7c1",
  ])
  func `refuses what is no UUID`(text: String) {
    let error = #expect(throws: ModelError.self) { try MutationId(parsing: text) }
    #expect(error?.code == .invalidMutationId)
  }
}
