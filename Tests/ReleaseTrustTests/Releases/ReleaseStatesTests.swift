import ReleaseModel
import Testing

@testable import ReleaseTrust

@Suite struct ReleaseStatesTests {
  private let production: Channel
  private let beta: Channel
  private let expires: Timestamp

  init() throws {
    production = try Channel(parsing: "production")
    beta = try Channel(parsing: "beta")
    expires = try #require(Timestamp(parsing: "2030-01-01T00:00:00Z"))
  }

  private func version(_ text: String) throws -> SemanticVersion { try SemanticVersion(parsing: text) }

  private func states() throws -> ReleaseStates {
    var said = ReleaseStates.Withdrawals()
    said.paused = [try version("2.13.0")]
    said.retired = [try version("1.0.0"), try version("1.1.0")]
    said.partial = [try version("2.15.0"): 500]
    return ReleaseStates([production: said, beta: ReleaseStates.Withdrawals()])
  }

  @Test func `are read back from the metadata that they are written as`() throws {
    let metadata = try states().metadata(version: 3, expires: expires)
    let envelope = Envelope(metadata)
    let read = try Envelope(parsing: envelope.fileBytes(.compact), maximumBytes: 10_000)
    #expect(try ReleaseStates(try read.content(as: TargetsMetadata.self)) == states())
    #expect(read.signedBytes == envelope.signedBytes)
  }

  @Test func `say which releases are withdrawn, of which channel`() throws {
    let states = try states()
    #expect(states.isWithdrawn(try version("2.13.0"), on: production))
    #expect(states.isWithdrawn(try version("1.1.0"), on: production))
    #expect(!states.isWithdrawn(try version("2.15.0"), on: production))
    #expect(!states.isWithdrawn(try version("2.13.0"), on: beta))
  }

  @Test func `say which releases every device is offered`() throws {
    let states = try states()
    #expect(states.isOfferedToAll(try version("2.14.0"), on: production))
    #expect(!states.isOfferedToAll(try version("2.15.0"), on: production))
    #expect(!states.isOfferedToAll(try version("2.13.0"), on: production))
  }

  @Test func `are not read from metadata that says nothing of them`() throws {
    #expect {
      try ReleaseStates(TargetsMetadata(version: 1, expires: expires))
    } throws: {
      ($0 as? TrustError)?.code == .invalidMetadata
    }
  }
}
