import Foundation
import ReleaseBundle
import ReleaseTesting
import Testing

/// An archive that must be refused, and every code that it is refused with, in order.
struct HostileArchive: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let codes: [BundleFindingCode]
  /// The entry that the first finding names; nil when it is about the archive.
  let entry: String?

  var testDescription: String { name }

  init(_ name: String, _ codes: BundleFindingCode..., entry: String? = nil, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    self.codes = codes
    self.entry = entry
  }

  /// An honest entry file, then what `change` adds or falsifies.
  init(
    _ name: String, _ codes: BundleFindingCode..., entry: String? = nil, change: (inout ZipBuilder) -> Void
  ) {
    self.name = name
    self.codes = codes
    self.entry = entry
    bytes = ZipBuilder.site(change).bytes()
  }

  /// An entry of this name, after the honest entry file.
  init(named name: String, _ codes: BundleFindingCode..., shown: String? = nil) {
    self.name = "entry '\(name.debugDescription)'"
    self.codes = codes
    entry = shown ?? name
    bytes = ZipBuilder.site { $0.add(name) }.bytes()
  }

  /// Inspection refuses it with exactly these codes, and extraction does before it writes anything.
  func expectRefusal() throws {
    let root = try TemporaryFolder()
    let path = try root.write(bytes, to: "bundle.zip")
    let inspection = try BundleInspector().inspect(path: path)
    #expect(!inspection.accepted)
    #expect(inspection.manifest == nil && inspection.tree == nil)
    #expect(inspection.refusals == codes, "\(inspection.findings)")
    #expect(inspection.findings.first { $0.severity == .error }?.entry == entry)
    let error = #expect(throws: BundleError.self) {
      try BundleExtractor().extract(path: path, into: root.path("staging"), expecting: BundleExpectation())
    }
    #expect(error?.code == .bundleRejected)
    #expect(error?.findings.isEmpty == false)
    #expect(try root.names() == ["bundle.zip"])
  }
}
