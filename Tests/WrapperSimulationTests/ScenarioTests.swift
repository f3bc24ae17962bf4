import ReleaseModel
import Testing
import WrapperSimulation

@Suite struct ScenarioTests {
  @Test(arguments: [
    "plain", "cut:0", "cut:1000", "slow:100", "status:503", "wrong-hash", "wrong-signature", "kill:checking",
    "kill:downloading", "kill:unpacking", "kill:activating", "disk-full", "disk-full:0", "disk-full:20000",
    "never-confirms", "crashes",
    "store-update:4.7.0", "clock:+10", "clock:-10",
  ])
  func `is read and written as the same word`(word: String) throws {
    #expect(try Scenario(parsing: word).description == word)
  }

  @Test(arguments: [
    "", "plain:1", "cut", "cut:", "cut:-1", "cut:+1", "cut:1e3", "slow:0", "status:404", "status:600",
    "kill:launching", "store-update:4.7", "clock:10", "clock:+0", "clock:+99", "wrong-hash:1", "disk-full:",
    "disk-full:-1", "disk-full:all", "earthquake",
  ])
  func `is refused as anything else`(word: String) {
    let error = #expect(throws: ModelError.self) { try Scenario(parsing: word) }
    #expect(error?.code.rawValue == "invalid_scenario")
  }

  @Test func `ten years are ten mean years of the calendar`() throws {
    #expect(try Scenario(parsing: "clock:-10") == .wrongClock(-315_569_520))
  }
}
