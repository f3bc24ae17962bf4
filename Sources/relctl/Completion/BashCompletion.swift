/// The script that completes `relctl` in bash.
struct BashCompletion {
  let root: CommandGroup

  var script: String {
    let places = CompletionPlace.all(in: root)
    return """
      # Completes relctl in bash. Load it with: source <(relctl completion bash)
      _relctl() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} at='' word
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "$at/$word" in
            \(places.dropFirst().map(\.key).joined(separator: "|"))) at=$at/$word ;;
          esac
        done
        case "$at $previous" in
      \(places.flatMap(values).joined())  esac
        case $at in
      \(places.map(words).joined())  esac
      }
      complete -F _relctl relctl

      """
  }

  /// What may follow an option that takes a value.
  private func values(at place: CompletionPlace) -> [String] {
    guard case .command(let command) = place.node else { return [] }
    return command.options.filter { $0.kind == .option }.map { option in
      let short = option.short.map { "|'\(place.key) -\($0)'" } ?? ""
      return "    '\(place.key) \(option.name)'\(short)) \(completion(of: option.suggestion)); return ;;\n"
    }
  }

  /// What may stand at a place by itself: commands, or options and the suggestion for positional arguments.
  private func words(at place: CompletionPlace) -> String {
    switch place.node {
    case .group(let group):
      return
        "    '\(place.key)') COMPREPLY=($(compgen -W '\(list(group.nodes.map(\.name)))' -- \"$current\")) ;;\n"
    case .command(let command):
      let options = list(command.options.map(\.name))
      let positional = command.positionals.first.map { completion(of: $0.suggestion) } ?? ":"
      return """
            '\(place.key)')
              if [[ $current == -* ]]; then COMPREPLY=($(compgen -W '\(options)' -- "$current"))
              else \(positional); fi ;;

        """
    }
  }

  private func completion(of suggestion: ArgumentDeclaration.Suggestion) -> String {
    switch suggestion {
    case .nothing: "COMPREPLY=()"
    case .file: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folder: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
    case .choices(let choices): "COMPREPLY=($(compgen -W '\(list(choices))' -- \"$current\"))"
    }
  }

  private func list(_ words: [String]) -> String { words.joined(separator: " ") }
}
