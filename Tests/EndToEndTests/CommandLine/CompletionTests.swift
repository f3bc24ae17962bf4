import Glibc
import ReleaseTesting
import Testing

/// The completion scripts, run by the shells that they are for.
@Suite struct CompletionTests {
  struct Shell: CustomTestStringConvertible, Sendable {
    let name: String
    /// Prints what the shell offers for the command line in `$1`, one offer a line.
    let script: String

    var testDescription: String { name }
    var isInstalled: Bool { InstalledProgram.path(of: name) != nil }
  }

  private static let shells = [
    Shell(
      name: "bash",
      script: """
        source <(relctl completion bash)
        read -ra COMP_WORDS <<<"$1"
        [[ $1 != *' ' ]] || COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _relctl
        printf '%s\\n' "${COMPREPLY[@]}"
        """),
    // A terminal of its own, in which the line is typed, a tab is pressed, and each offer is noted in a file.
    Shell(
      name: "zsh",
      script: #"""
        zmodload zsh/zpty
        zpty inner zsh -f -i
        zpty -w inner '
        autoload -Uz compinit && compinit -D -u
        source <(relctl completion zsh)
        compadd() {
          if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
            local -a offers
            builtin compadd -A offers "$@"
            print -rl -- $offers >>$HOME/offers
          fi
          builtin compadd "$@"
        }
        press-tab() { zle complete-word; BUFFER=exit; zle .accept-line; }
        zle -N press-tab
        bindkey "^I" press-tab'
        zpty -w -n inner "$1"$'\t'
        while zpty -r inner line; do :; done
        cat $HOME/offers
        """#),
    Shell(
      name: "fish",
      script: #"relctl completion fish | source; complete -C "$argv[1]" | cut -f 1"#),
  ]

  /// What a shell offers for the last word of a line, sorted.
  private func offers(_ shell: Shell, _ line: String) throws -> [String] {
    let home = try TemporaryFolder()
    let output = try home.write([], to: "output")
    let descriptor = open(output, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let folder = Relctl.path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let child = try ChildProcess(
      try #require(InstalledProgram.path(of: shell.name)),
      (shell.name == "fish" ? ["--no-config"] : []) + ["-c", shell.script]
        + (shell.name == "fish" ? [] : [shell.name])
        + [line],
      environment: [
        "HOME": home.path, "PATH": "\(folder):/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8",
      ],
      output: descriptor)
    #expect(child.wait() == .exited(0))
    return String(decoding: try home.read("output"), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init).sorted()
  }

  @Test(arguments: shells)
  func `offers nouns, verbs, options and values`(shell: Shell) throws {
    guard shell.isInstalled else { try Test.cancel("\(shell.name) is not installed") }
    for (line, expected) in [
      ("relctl re", ["release"]), ("relctl release pa", ["pack", "pause"]),
      ("relctl release pause --rea", ["--reason"]), ("relctl release pause --output ", ["json", "table"]),
      ("relctl completion ", ["bash", "fish", "zsh"]), ("relctl policy check --platform a", ["android"]),
      ("relctl token create --role ", ["publisher", "super-admin", "viewer"]),
    ] {
      #expect(try offers(shell, line) == expected, "\(line)")
    }
  }

  @Test(arguments: shells)
  func `offers every noun`(shell: Shell) throws {
    guard shell.isInstalled else { try Test.cancel("\(shell.name) is not installed") }
    let help = try JSON(try Relctl.run(["help", "--output", "json"]).output)
    let nouns = Set(help["commands"]?.elements.compactMap { $0["command"]?.elements.first?.string } ?? [])
    #expect(try offers(shell, "relctl ") == nouns.sorted())
  }

  /// The script of zsh also works as a file among the functions that zsh loads by itself.
  @Test(.enabled(if: InstalledProgram.path(of: "zsh") != nil, "zsh is not installed"))
  func `works from a folder of zsh functions, at the first tab`() throws {
    let shell = Self.shells[1]
    let script = shell.script.replacing(
      "autoload -Uz compinit && compinit -D -u\nsource <(relctl completion zsh)",
      with: "fpath+=($HOME/functions); autoload -Uz compinit && compinit -D -u")
    #expect(script != shell.script)
    let fromFolder = Shell(
      name: "zsh", script: "mkdir $HOME/functions; relctl completion zsh >$HOME/functions/_relctl\n\(script)")
    #expect(try offers(fromFolder, "relctl release pa") == ["pack", "pause"])
  }
}
