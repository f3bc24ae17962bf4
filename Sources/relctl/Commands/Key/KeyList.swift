/// `relctl key list`
enum KeyList {
  static let command = Command(
    "list", "List the keys in the key folder",
    arguments: [KeyArguments.keys],
    examples: [.init("Which keys are here?", "relctl key list")]
  ) { invocation in
    let folder = try KeyFolder(invocation)
    let keys = try folder.names().map { KeyReport(try folder.key($0)) }
    try invocation.console.show(KeyReport.list(keys))
    return .ok
  }
}
