/// The script that completes `relctl` in fish.
struct FishCompletion {
  let root: CommandGroup

  var script: String {
    let places = CompletionPlace.all(in: root)
    return """
      # Completes relctl in fish. Load it with: relctl completion fish | source
      function __relctl_at
          set -l at ''
          for word in (commandline -opc)[2..-1]
              switch "$at/$word"
                  case \(places.dropFirst().map { ShellText.quoted($0.key) }.joined(separator: " "))
                      set at "$at/$word"
              end
          end
          test "$at" = "$argv[1]"
      end
      complete -c relctl -f
      \(places.flatMap(lines).joined(separator: "\n"))

      """
  }

  private func lines(at place: CompletionPlace) -> [String] {
    let start = "complete -c relctl -n \(ShellText.quoted("__relctl_at '\(place.key)'"))"
    switch place.node {
    case .group(let group):
      return group.nodes.map { "\(start) -a \($0.name) -d \(ShellText.quoted($0.summary))" }
    case .command(let command):
      let options = command.options.map { "\(start) \(option($0)) -d \(ShellText.quoted($0.help))" }
      return options + command.positionals.prefix(1).compactMap { positional(start, $0) }
    }
  }

  private func option(_ option: ArgumentDeclaration) -> String {
    let names = "-l \(option.name.dropFirst(2))" + (option.short.map { " -s \($0)" } ?? "")
    guard option.kind == .option else { return names }
    switch option.suggestion {
    case .nothing: return "\(names) -x"
    case .file, .folder: return "\(names) -r -F"
    case .choices(let choices): return "\(names) -x -a \(ShellText.quoted(choices.joined(separator: " ")))"
    }
  }

  private func positional(_ start: String, _ argument: ArgumentDeclaration) -> String? {
    switch argument.suggestion {
    case .nothing: nil
    case .file, .folder: "\(start) -F"
    case .choices(let choices): "\(start) -a \(ShellText.quoted(choices.joined(separator: " ")))"
    }
  }
}
