import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport

extension TrustClient {
  /// A target that is in the folder now.
  private struct Delivered {
    let target: FoundTarget
    let file: String
    let delivery: TargetFolder.Delivery
  }

  /// Refreshes, then fetches each target that is not there yet, in the order of the command line.
  static func download(_ invocation: Invocation) throws {
    let names = try invocation[targetNames]
    guard !names.isEmpty else {
      throw CommandError(
        .usage, "missing_argument", "\(targetNames.declaration.spelling) is missing: name at least one target"
      )
    }
    let address = try needed(targetAddress, .download, invocation)
    let folderPath = try needed(targetFolder, .download, invocation)
    let client = HTTPClient(configuration: .trust)
    var updater = try updater(.download, client, invocation)
    try updater.refresh()
    let folder = try TargetFolder(path: folderPath)
    var delivered: [Delivered] = []
    for name in names {
      guard let target = try updater.target(at: ExactText(name)) else {
        throw TrustError(
          .targetNotFound,
          "no role that may speak of '\(name)' has it; was it published, and is the name right?")
      }
      let delivery = try folder.obtain(target, from: address, with: client)
      delivered.append(Delivered(target: target, file: folder.filePath(of: target), delivery: delivery))
    }
    try invocation.console.show(report(on: delivered))
  }

  private static func report(on delivered: [Delivered]) -> Report {
    Report(
      json: [
        "targets": .array(
          delivered.map {
            [
              "name": .string($0.target.path.string), "role": .string($0.target.role.string),
              "sizeBytes": .integer($0.target.file.length), "file": .string($0.file),
              "delivery": .string($0.delivery.rawValue),
            ]
          })
      ],
      text: .table(
        Table(
          columns: ["TARGET", "ROLE", "BYTES", "", "FILE"],
          rows: delivered.map {
            [
              $0.target.path.string, $0.target.role.string, String($0.target.file.length),
              $0.delivery.rawValue,
              $0.file,
            ]
          },
          whenEmpty: "No target was asked for.")))
  }
}
