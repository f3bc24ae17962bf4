import FoundationEssentials
import Testing

/// Every command of the tree, as `relctl help` lists it.
@Suite struct HelpTests {
  private struct Index: Decodable {
    struct Entry: Decodable {
      let command: [String]
      let summary: String
      let examples: [String]
      let arguments: [Argument]
    }

    struct Argument: Decodable {
      let kind: String
      let name: String
      let placeholder: String
      let required: Bool
    }

    let commands: [Entry]
  }

  private func index() throws -> [Index.Entry] {
    let outcome = try Relctl.run(["help", "--output", "json"])
    return try JSONDecoder().decode(Index.self, from: Data(outcome.output.utf8)).commands
  }

  @Test func `lists every command of the contract`() throws {
    let commands = Set(try index().map { $0.command.joined(separator: " ") })
    let contract: Set = [
      "init", "serve", "release pack", "release inspect", "release publish", "release list", "release show",
      "release pause", "release resume", "release retire", "release promote", "release rollout",
      "release diff", "release verify", "release adoption",
      "release export", "policy set", "policy list", "policy show", "policy activate", "policy deactivate",
      "policy check", "policy simulate", "check web", "range test", "wrapper install", "wrapper run",
      "wrapper status",
      "wrapper launch", "wrapper confirm", "wrapper end", "wrapper rollback", "wrapper simulate",
      "wrapper outbox",
      "token create", "token list", "token revoke",
      "key generate", "key list", "key show", "key export", "key import", "key rotate",
      "trust init", "trust sign", "trust review", "trust publish", "trust status", "trust rotate",
      "trust client",
      "audit list", "audit verify", "doctor", "backup", "completion", "version", "help",
    ]
    #expect(commands == contract)
  }

  @Test func `explains every command with an example of itself`() throws {
    for entry in try index() {
      let outcome = try Relctl.run(entry.command + ["--help"])
      let name = "relctl " + entry.command.joined(separator: " ")
      #expect(outcome.status == 0, "\(name)")
      #expect(outcome.error == "", "\(name)")
      let unbroken = outcome.output.replacing("\n  ", with: " ")
      #expect(unbroken.hasPrefix("\(name): \(entry.summary)\n"), "\(name)")
      #expect(outcome.output.contains("\nexamples:\n"), "\(name)")
      #expect(entry.examples.contains { $0.contains(name) }, "\(name)")
    }
  }

  @Test(arguments: [[], ["release"], ["policy"], ["check"], ["token"], ["audit"], ["range"], ["wrapper"]])
  func `explains groups`(_ group: [String]) throws {
    for words in [group + ["--help"], group + ["-h"], ["help"] + group] {
      let outcome = try Relctl.run(words)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("usage: " + (["relctl"] + group).joined(separator: " ") + " COMMAND"))
    }
  }

  @Test func `keeps lines short enough for a terminal`() throws {
    for entry in try index() {
      let lines = try Relctl.run(["help"] + entry.command).output.split(separator: "\n")
      #expect(lines.filter { $0.count > 100 } == [], "\(entry.command)")
    }
    #expect(try Relctl.run(["help"]).output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `says of every option that is required that it is`() throws {
    var count = 0
    for entry in try index() {
      let text = try Relctl.run(["help"] + entry.command).output
      let usage = text.split(separator: "\nusage: ")[1].split(separator: "\n\n")[0]
      for option in entry.arguments where option.required && option.kind == "option" {
        let spelling = "\(option.name) \(option.placeholder)"
        #expect(usage.replacing("\n ", with: "").contains(spelling), "\(entry.command): \(usage)")
        #expect(text.contains(" \(spelling) "), "\(entry.command)")
        count += 1
      }
      // Left out, all of them are named.
      let missing = entry.arguments.filter(\.required)
      guard !missing.isEmpty else { continue }
      let refusal = try Relctl.run(entry.command)
      #expect(refusal.status != 0, "\(entry.command)")
      for argument in missing {
        #expect(refusal.error.contains(argument.name), "\(entry.command): \(refusal)")
      }
    }
    #expect(count > 20)
    let help = try Relctl.run(["help", "trust", "init"]).output
    for option in ["--root-key NAME", "--targets-key NAME", "--channel CHANNEL=NAME[,NAME]"] {
      #expect(help.split(separator: "\n\n")[1].contains(option), "\(help)")
    }
  }
}
