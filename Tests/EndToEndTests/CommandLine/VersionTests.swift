import FoundationEssentials
import ReleaseModel
import Testing

@Suite struct VersionTests {
  @Test func `prints its versions as sorted JSON`() throws {
    struct Versions: Decodable {
      let version: SemanticVersion
      let apiContractVersion: SemanticVersion
      let commit: String
    }
    let outcome = try Relctl.run(["version", "--output", "json"])
    let versions = try JSONDecoder().decode(Versions.self, from: Data(outcome.output.utf8))
    #expect(versions.apiContractVersion == APIContract.version)
    #expect(!versions.commit.isEmpty)
    #expect(outcome.status == 0)
    #expect(try Relctl.run(["--version", "--output", "json"]).output == outcome.output)
  }
}
