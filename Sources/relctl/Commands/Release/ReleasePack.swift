import ReleaseBundle

/// `relctl release pack DIR -o ZIP`
enum ReleasePack {
  private static let folder = Argument.positional(
    "DIR", "the folder with the web files", suggesting: .folder, parse: Parse.path)
  private static let out = Argument.requiredOption(
    "--out", short: "o", "ZIP", "the bundle to write", suggesting: .file, parse: Parse.path)

  static let command = Command(
    "pack", "Pack a folder into a bundle: the same files always make the same bytes",
    discussion: """
      What an inspection would refuse is refused here, with every finding. Only how big a bundle may be is left to the
      registry, which may be set to other limits than the standard ones.
      """,
    arguments: [folder, out, CommonArguments.dryRun],
    examples: [
      .init("Pack what the build wrote", "relctl release pack dist -o web-2.14.0.zip"),
      .init("Only check the folder", "relctl release pack dist -o web-2.14.0.zip --dry-run"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[out]
    let target = try OutputPath.resolving(path)
    guard try invocation[CommonArguments.dryRun] else {
      let inspection = try BundlePacker(limits: .largest).pack(folder: try invocation[folder], to: target)
      try invocation.console.show(try BundleReport(inspection: inspection).report(path: path))
      return .ok
    }
    let scratch = try ScratchFolder()
    let inspection = try BundlePacker(limits: .largest).pack(
      folder: try invocation[folder], to: scratch.path(of: "bundle.zip"))
    invocation.console.note("dry run: '\(path)' was not written")
    try invocation.console.show(try BundleReport(inspection: inspection).report(path: path))
    return .ok
  }
}
