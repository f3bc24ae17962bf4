import FoundationEssentials

/// A small JSON file of the layout that is replaced as a whole, and that tells by its checksum (`StateSeal`) whether it is
/// what was written.
struct StateFile<Value: Codable> {
  let name: String
  let schemaVersion: Int
  /// Older forms that are still read, each with what makes a value of now of them.
  var older: [Int: (Value) -> Value] = [:]
  /// Why a value is none that this library writes; nil when it can be one.
  var objection: (Value) -> String? = { _ in nil }

  /// No state of ours is longer; what is longer is somebody else's.
  private static var maximumBytes: Int { 1 << 20 }

  /// What was found. Only failures of the system are errors: what a file says cannot break the app.
  enum Reading {
    case missing
    case value(Value)
    /// Empty, torn, changed, or not ours; the reason is for people.
    case damaged(String)
    /// Written by another version of the app.
    case unknownSchema(Int)
  }

  private struct Schema: Decodable {
    let schemaVersion: Int
  }

  /// A checksum at another place than its own.
  private struct StraySeal: Decodable {
    let isThere: Bool

    private enum CodingKeys: String, CodingKey { case sha256 }

    init(from decoder: any Decoder) throws {
      isThere = try decoder.container(keyedBy: CodingKeys.self).contains(.sha256)
    }
  }

  func read(in folder: borrowing FolderHandle) throws(InstallerError) -> Reading {
    try readSealed(in: folder).reading
  }

  /// The same, and whether the file carries a checksum that fits; those of an earlier version carry none.
  func readSealed(
    in folder: borrowing FolderHandle
  ) throws(InstallerError) -> (reading: Reading, isSealed: Bool) {
    switch try folder.read(name, maximumBytes: Self.maximumBytes) {
    case .missing: return (.missing, false)
    case .foreign(let reason): return (.damaged(reason), false)
    case .bytes(let bytes):
      let opening = StateSeal.opening(bytes)
      if case .sealed = opening { return (reading(of: opening, bytes), true) }
      return (reading(of: opening, bytes), false)
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

  /// The file of a value.
  func bytes(of value: Value, during stage: InstallStage) throws(InstallerError) -> [UInt8] {
    StateSeal.sealing(try json(of: value, during: stage))
  }

  /// What bytes say that were read from such a file.
  func reading(of bytes: [UInt8]) -> Reading { reading(of: StateSeal.opening(bytes), bytes) }

  private func reading(of opening: StateSeal.Opening, _ bytes: [UInt8]) -> Reading {
    switch opening {
    case .sealed(let json): return reading(ofJSON: json)
    case .broken: return .damaged("its checksum does not fit")
    case .unsealed:
      return hasStraySeal(bytes) ? .damaged("its checksum is not at its place") : reading(ofJSON: bytes)
    }
  }

  /// The JSON of a value.
  func json(of value: Value, during stage: InstallStage) throws(InstallerError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw InstallerError(
        .storageFailed, during: stage, "cannot write down '\(name)': \(error)", cause: error)
    }
  }

  /// What JSON says.
  func reading(ofJSON bytes: [UInt8]) -> Reading {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    do {
      let schema = try decoder.decode(Schema.self, from: data)
      let version = schema.schemaVersion
      guard version == schemaVersion || older[version] != nil else { return .unknownSchema(version) }
      let value = try decoder.decode(Value.self, from: data)
      if let objection = objection(value) { return .damaged(objection) }
      return .value(older[version].map { $0(value) } ?? value)
    } catch {
      return .damaged(bytes.isEmpty ? "it is empty" : "it is not the JSON that was written")
    }
  }

  /// Whoever sets a file with a checksum in another way has not kept it as it was.
  private func hasStraySeal(_ bytes: [UInt8]) -> Bool {
    do {
      return try JSONDecoder().decode(StraySeal.self, from: Data(bytes)).isThere
    } catch {
      // What is no JSON object says so when it is read.
      return false
    }
  }
}

extension StateFile where Value == CurrentPointer {
  /// `current.json`.
  static var pointer: StateFile {
    StateFile(
      name: "current.json", schemaVersion: CurrentPointer.schemaVersion,
      older: [1: { $0.upgradedFromFirstSchema() }], objection: \.objection)
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
    StateFile(name: name, schemaVersion: RecordFile.schemaVersion, objection: \.release.objection)
  }
}
