import FoundationEssentials

/// A small JSON file of the layout that is replaced as a whole.
struct StateFile<Value: Codable> {
  let name: String
  let schemaVersion: Int
  /// Older forms that are still read, each with what makes a value of now of them.
  var older: [Int: (Value) -> Value] = [:]

  /// No state of ours is longer; what is longer is somebody else's.
  private static var maximumBytes: Int { 1 << 20 }

  /// What was found. Only failures of the system are errors: what a file says cannot break the app.
  enum Reading {
    case missing
    case value(Value)
    /// Empty, torn, or not ours; the reason is for people.
    case damaged(String)
    /// Written by another version of the app.
    case unknownSchema(Int)
  }

  private struct Schema: Decodable {
    let schemaVersion: Int
  }

  func read(in folder: borrowing FolderHandle) throws(InstallerError) -> Reading {
    switch try folder.read(name, maximumBytes: Self.maximumBytes) {
    case .missing: return .missing
    case .foreign(let reason): return .damaged(reason)
    case .bytes(let bytes): return reading(of: bytes)
    }
  }

  /// Replaces the file, durably.
  func write(_ value: Value, in folder: borrowing FolderHandle) throws(InstallerError) {
    try folder.replace(name, with: bytes(of: value, during: folder.stage))
  }

  /// Replaces the file; only `folder.sync` makes that stay.
  func put(_ value: Value, in folder: borrowing FolderHandle) throws(InstallerError) {
    try folder.put(name, bytes(of: value, during: folder.stage))
  }

  /// The JSON of a value.
  func bytes(of value: Value, during stage: InstallStage) throws(InstallerError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw InstallerError(
        .storageFailed, during: stage, "cannot write down '\(name)': \(error)", cause: error)
    }
  }

  /// What JSON says that was read from such a file.
  func reading(of bytes: [UInt8]) -> Reading {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    do {
      let schema = try decoder.decode(Schema.self, from: data)
      let version = schema.schemaVersion
      if version == schemaVersion { return .value(try decoder.decode(Value.self, from: data)) }
      guard let upgraded = older[version] else { return .unknownSchema(version) }
      return .value(upgraded(try decoder.decode(Value.self, from: data)))
    } catch {
      return .damaged(bytes.isEmpty ? "it is empty" : "it is not the JSON that was written")
    }
  }
}

extension StateFile where Value == CurrentPointer {
  /// `current.json`.
  static var pointer: StateFile {
    StateFile(
      name: "current.json", schemaVersion: CurrentPointer.schemaVersion,
      older: [1: { $0.upgradedFromFirstSchema() }])
  }
}

extension StateFile where Value == BlockedList {
  /// `blocked.json`.
  static var blocked: StateFile { StateFile(name: "blocked.json", schemaVersion: BlockedList.schemaVersion) }
}

extension StateFile where Value == Findings {
  /// `findings.json`.
  static var findings: StateFile { StateFile(name: "findings.json", schemaVersion: Findings.schemaVersion) }
}

extension StateFile where Value == RecordFile {
  /// A file of `releases/.records`.
  static func record(named name: String) -> StateFile {
    StateFile(name: name, schemaVersion: RecordFile.schemaVersion)
  }
}
