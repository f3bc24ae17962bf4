import ReleaseBundle
import ReleaseModel

/// A JSON file that says itself whether it is whole: the SHA-256 of what follows, a line feed, the JSON. A file that was
/// torn, changed or never ours does not get as far as its JSON.
struct SealedFile<Value: Codable> {
  let name: String
  let schemaVersion: Int
  let maximumBytes: Int

  private var inner: StateFile<Value> { StateFile(name: name, schemaVersion: schemaVersion) }

  func read(in folder: borrowing FolderHandle) throws(InstallerError) -> StateFile<Value>.Reading {
    switch try folder.read(name, maximumBytes: maximumBytes) {
    case .missing: .missing
    case .foreign(let reason): .damaged(reason)
    case .bytes(let bytes): reading(of: bytes)
    }
  }

  /// What the file will hold.
  func bytes(of value: Value, during stage: InstallStage) throws(InstallerError) -> [UInt8] {
    let json = try inner.json(of: value, during: stage)
    return Array("\(Digest.sha256(of: json))\n".utf8) + json
  }

  /// What bytes say that were read from such a file.
  func reading(of bytes: [UInt8]) -> StateFile<Value>.Reading {
    let seal = bytes.prefix(Self.sealLength)
    let json = Array(bytes.dropFirst(Self.sealLength))
    guard seal.elementsEqual("\(Digest.sha256(of: json))\n".utf8) else {
      return .damaged(bytes.isEmpty ? "it is empty" : "it is not what was written")
    }
    return inner.reading(ofJSON: json)
  }

  private static var sealLength: Int { 2 * Digest.byteCount + 1 }
}
