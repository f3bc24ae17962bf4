/// The script that completes `relctl` in zsh.
struct ZshCompletion {
  let root: CommandGroup

  var script: String {
    let places = CompletionPlace.all(in: root)
    return """
      #compdef relctl
      # Completes relctl in zsh. Load it with: source <(relctl completion zsh)
      # or keep it as _relctl in a folder of $fpath, where zsh loads it at the first use: then this file is the function.
      _relctl() {
        local at='' word
        local -i depth=0
        local -a candidates
        for word in "${(@)words[2,CURRENT-1]}"; do
          case "$at/$word" in
            (\(places.dropFirst().map(\.key).joined(separator: "|"))) at=$at/$word; depth+=1 ;;
          esac
        done
        shift $depth words
        (( CURRENT -= depth ))
        case $at in
      \(places.map(completion).joined())  esac
      }
      if [[ $funcstack[1] == _relctl ]]; then
        _relctl "$@"
      else
        compdef _relctl relctl
      fi

      """
  }

  private func completion(at place: CompletionPlace) -> String {
    switch place.node {
    case .group(let group):
      let candidates = group.nodes.map { ShellText.quoted("\($0.name):\($0.summary)") }
      return """
            ('\(place.key)')
              candidates=(\(candidates.joined(separator: " ")))
              _describe command candidates ;;

        """
    case .command(let command):
      let specifications = command.arguments.map { ShellText.quoted(specification($0.declaration)) }
      return """
            ('\(place.key)')
              _arguments \(specifications.joined(separator: " \\\n          ")) ;;

        """
    }
  }

  private func specification(_ argument: ArgumentDeclaration) -> String {
    let message = escaped(argument.placeholder)
    switch argument.kind {
    case .flag: return "\(argument.name)[\(escaped(argument.help))]"
    case .option:
      let repeats = argument.isRepeated ? "*" : ""
      return "\(repeats)\(argument.name)[\(escaped(argument.help))]:\(message):\(action(argument.suggestion))"
    case .positional:
      let position = argument.isRepeated ? "*" : argument.isRequired ? "" : ":"
      return "\(position):\(message):\(action(argument.suggestion))"
    }
  }

  private func action(_ suggestion: ArgumentDeclaration.Suggestion) -> String {
    switch suggestion {
    case .nothing: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .choices(let choices): "(\(choices.joined(separator: " ")))"
    }
  }

  /// Brackets and colons have a meaning of their own in a specification.
  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
