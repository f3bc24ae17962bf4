import Glibc
import ReleaseTesting
import Testing

@Suite struct CompletionTests {
  /// What bash would offer for the last word.
  private func offers(_ words: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      source <('\(Relctl.path)' completion bash)
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
      _relctl; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let output = try folder.write([], to: "output")
    let descriptor = open(output, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let child = try ChildProcess("/bin/bash", ["-c", script], environment: [:], output: descriptor)
    #expect(child.wait() == .exited(0))
    return String(decoding: try folder.read("output"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `offers nouns, verbs, options and values in bash`() throws {
    #expect(try offers(["relctl", "re"]) == ["release"])
    #expect(try offers(["relctl", "release", "pa"]) == ["pack", "pause"])
    #expect(try offers(["relctl", "release", "pause", "--rea"]) == ["--reason"])
    #expect(try offers(["relctl", "release", "pause", "--output", ""]) == ["table", "json"])
    #expect(try offers(["relctl", "completion", ""]) == ["bash", "zsh", "fish"])
    #expect(try offers(["relctl", "policy", "check", "--platform", "a"]) == ["android"])
  }

  @Test(arguments: ["zsh", "fish"])
  func `mentions every noun in the other shells`(shell: String) throws {
    let outcome = try Relctl.run(["completion", shell])
    #expect(outcome.status == 0)
    for noun in ["release", "policy", "token", "audit", "wrapper", "doctor", "backup"] {
      #expect(outcome.output.contains(noun), "\(noun)")
    }
  }
}
