extension CommandError {
  /// A command line that cannot be run; `usage` is the command's own usage line.
  init(_ error: UsageError, usage: String) {
    let command = (["relctl"] + error.path).joined(separator: " ")
    let hint =
      error.problems.lazy.compactMap(\.hint).first ?? "the form is: \(usage); '\(command) --help' explains it"
    if error.problems.count == 1, let problem = error.problems.first {
      self.init(.usage, problem.code, problem.sentence, hint: hint)
    } else {
      self.init(
        .usage, "invalid_arguments", "\(error.problems.count) things are wrong with '\(command)'", hint: hint,
        details: error.problems.map {
          Detail(field: $0.field ?? command, code: $0.code, detail: $0.message)
        })
    }
  }
}
