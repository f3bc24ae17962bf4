import ReleaseBundle
import ReleaseModel
import ReleaseTesting

/// Inspects an archive made of these bytes; many in one test share a folder.
func inspect(
  _ bytes: [UInt8], limits: BundleLimits = .standard, in root: TemporaryFolder? = nil
) throws -> BundleInspection {
  let root = try root ?? TemporaryFolder()
  return try BundleInspector(limits: limits).inspect(path: root.write(bytes, to: "bundle.zip"))
}

extension BundleInspection {
  /// The codes of the findings that refuse the bundle.
  var refusals: [BundleFindingCode] { findings.filter { $0.severity == .error }.map(\.code) }

  /// The codes of the warnings.
  var warnings: [BundleFindingCode] { findings.filter { $0.severity == .warning }.map(\.code) }
}

extension ZipBuilder {
  /// An honest archive with an entry file, then what `change` adds or falsifies.
  static func site(_ change: (inout ZipBuilder) -> Void = { _ in }) -> ZipBuilder {
    var zip = ZipBuilder()
    zip.add("index.html", "<!doctype html>")
    change(&zip)
    return zip
  }
}
