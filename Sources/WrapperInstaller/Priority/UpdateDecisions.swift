/// What `decisions.json` says: what the user declined, so that it is not asked again after the next start.
struct UpdateDecisions: Hashable, Codable {
  /// The version of this form; a file with another one is replaced.
  static let schemaVersion = 1

  private(set) var schemaVersion = UpdateDecisions.schemaVersion
  var decisions: [UpdateDecision] = []
}

extension StateFile where Value == UpdateDecisions {
  /// `decisions.json`.
  static var decisions: StateFile {
    StateFile(name: "decisions.json", schemaVersion: UpdateDecisions.schemaVersion)
  }
}

extension Installation {
  /// What the user declined. A file that is missing, damaged or foreign means that nothing was: the user is asked again.
  func updateDecisions() throws(InstallerError) -> [UpdateDecision] {
    guard let root = try existingRoot(.status),
      case .value(let known) = try StateFile.decisions.read(in: root.folder)
    else { return [] }
    return known.decisions
  }

  /// Writes down what the user declined.
  func keep(_ decisions: [UpdateDecision]) throws(InstallerError) {
    let root = try root(.status)
    try root.withState { () throws(InstallerError) in
      try StateFile.decisions.write(UpdateDecisions(decisions: decisions), in: root.folder)
    }
  }
}
