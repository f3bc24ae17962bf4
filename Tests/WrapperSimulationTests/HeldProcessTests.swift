import ReleaseModel
import Testing

@testable import WrapperSimulation

@Suite struct HeldProcessTests {
  @Test func `one that holds is killed, and one that ends is not`() throws {
    let holding = try HeldProcess("/bin/sh", ["-c", "echo holding at download >&2; cat"])
    let (end, said) = holding.killWhenHolding(atMost: .seconds(60))
    #expect(end == .killed)
    #expect(said == "holding at download\n")
    let ending = try HeldProcess("/bin/sh", ["-c", "echo done >&2"])
    #expect(ending.killWhenHolding(atMost: .seconds(60)) == (.ended, "done\n"))
  }

  @Test(arguments: ["cat", "exec 2>&-; cat"])
  func `one that hangs is not waited for without an end`(script: String) throws {
    let hanging = try HeldProcess("/bin/sh", ["-c", script])
    #expect(hanging.killWhenHolding(atMost: .milliseconds(200)).end == .overdue)
  }

  @Test func `a program that is not there is named`() {
    let error = #expect(throws: SimulationError.self) { try HeldProcess("/no/such/program", []) }
    #expect(error?.message.contains("/no/such/program") == true)
  }

  @Test func `a device that does not exist reports nothing, also when it is killed`() throws {
    let setting = SimulationSetting(
      server: "http://127.0.0.1:1", channel: try Channel(parsing: "production"), program: "/bin/false",
      scratch: "/tmp")
    let hands = DeviceHands(
      documentsFolder: "/tmp", builtIn: nil, setting: setting, platform: .ios, cohort: nil,
      wrapperVersion: try SemanticVersion(parsing: "4.6.0"))
    #expect(DeviceKill(hands, at: .downloading).arguments.contains("--no-reports"))
  }
}
