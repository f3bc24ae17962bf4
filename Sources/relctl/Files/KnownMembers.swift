import ReleaseModel

extension JSONValue {
  /// Refuses what is no object, and a member that is not `known`: one that is misspelled must not be taken for one that is
  /// left out.
  ///
  /// - Parameters:
  ///   - what: what a known one is: "a member of a policy".
  ///   - name: where the object is in the file; nil for the file's own.
  func requireMembers(
    _ known: some Sequence<String>, besides ignored: Set<String> = [], each what: String,
    at name: String? = nil
  ) throws(InvalidValue) {
    guard case .object(let members) = self else {
      throw InvalidValue("\(name.map { "'\($0)'" } ?? "it") is not a JSON object")
    }
    let known = known.sorted()
    guard let unknown = members.keys.sorted().first(where: { !known.contains($0) && !ignored.contains($0) })
    else { return }
    let near = EditDistance.suggestion(for: unknown, amongOrBeginning: known)
    throw InvalidValue("'\(unknown)' is not \(what)\(near.map { "; did you mean '\($0)'?" } ?? "")")
  }
}
