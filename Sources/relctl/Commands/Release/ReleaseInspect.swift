import ReleaseBundle

/// `relctl release inspect ZIP`
enum ReleaseInspect {
  private static let zip = Argument.positional(
    "ZIP", "the bundle", suggesting: .file, parse: Parse.path)

  static let command = Command(
    "inspect", "Judge a bundle as the registry and the devices would, and list every finding",
    discussion: """
      Exits with status 5 when the bundle is refused. Its size is judged by the standard limits; a registry may be set
      to others.
      """,
    arguments: [zip],
    examples: [
      .init("Would this bundle be accepted?", "relctl release inspect web-2.14.0.zip"),
      .init("In a build script", "relctl release inspect web-2.14.0.zip --output json"),
    ]
  ) { invocation in
    let path = try invocation[zip]
    let inspection = try BundleInspector().inspect(path: path)
    try invocation.console.show(try BundleReport(inspection: inspection).report(path: path))
    return inspection.accepted ? .ok : .integrity
  }
}
