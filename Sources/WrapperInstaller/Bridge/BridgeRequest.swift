import ReleaseBundle
import ReleaseTrust

/// A message as it came from a page: `{"id": "…", "type": "…", "params": {…}}`. Whatever the bytes are, the page gets an
/// answer, with its id as far as there is one.
struct BridgeRequest: Hashable {
  /// What the page tells answers apart by.
  let id: String
  let message: BridgeMessage

  /// No message is longer.
  static let maximumBytes = 16 << 10
  private static let maximumIdBytes = 128

  /// A message that is none, and the id to answer under.
  struct Refusal: Error, Hashable {
    let id: String?
    let error: BridgeError
  }

  init(parsing bytes: [UInt8]) throws(Refusal) {
    let members = try Self.members(of: bytes)
    let id = try Self.id(in: members)
    self.id = id
    do throws(BridgeError) {
      try Self.require(members, only: ["id", "type", "params"], of: "a message")
      message = try BridgeMessage(members)
    } catch {
      throw Refusal(id: id, error: error)
    }
  }

  private static func members(of bytes: [UInt8]) throws(Refusal) -> JSONObject {
    guard bytes.count <= maximumBytes else {
      throw Refusal(
        id: nil,
        error: BridgeError(
          .messageTooLarge, "the message has \(bytes.count) bytes; no message has more than \(maximumBytes)"))
    }
    let value: StrictJSON
    do throws(TrustError) {
      value = try JSONReader.read(bytes, maximumBytes: maximumBytes)
    } catch {
      throw Refusal(
        id: nil,
        error: BridgeError(.malformedMessage, "the message is \(EscapedName.of(error.message))"))
    }
    guard case .object(let members) = value else {
      throw Refusal(id: nil, error: BridgeError(.malformedMessage, "a message has to be an object"))
    }
    return members
  }

  private static func id(in members: JSONObject) throws(Refusal) -> String {
    guard case .text(let id)? = members["id"], (1...maximumIdBytes).contains(id.string.utf8.count) else {
      throw Refusal(
        id: nil,
        error: BridgeError(
          .malformedMessage, "'id' has to be a text of 1 to \(maximumIdBytes) bytes that the answer repeats"))
    }
    return id.string
  }

  /// A misspelt name must not pass for one that was left out.
  fileprivate static func require(
    _ object: JSONObject, only names: [ExactText], of thing: String,
    _ code: BridgeError.Code = .malformedMessage
  ) throws(BridgeError) {
    for member in object.members where !names.contains(member.name) {
      throw BridgeError(code, "\(thing) has no '\(EscapedName.of(String(member.name.string.prefix(100))))'")
    }
  }
}

extension BridgeMessage {
  /// Takes the type and the parameters apart.
  fileprivate init(_ members: JSONObject) throws(BridgeError) {
    guard case .text(let name)? = members["type"] else {
      throw BridgeError(.malformedMessage, "'type' has to be the text that names the message")
    }
    guard let kind = Kind.allCases.first(where: { ExactText($0.rawValue) == name }) else {
      throw BridgeError(
        .unknownType,
        "there is no message '\(EscapedName.of(String(name.string.prefix(100))))'; there are "
          + Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let parameters = try Parameters(members["params"], of: kind)
    switch kind {
    case .checkForUpdate:
      try parameters.require(only: [])
      self = .checkForUpdate
    case .restartWithInstalledUpdate:
      try parameters.require(only: [])
      self = .restartWithInstalledUpdate
    case .confirm:
      try parameters.require(only: ["token"])
      self = .confirm(token: try parameters.text("token"))
    case .decline:
      try parameters.require(only: ["update", "version"])
      self = .decline(try parameters.updateKind(), version: try parameters.optionalText("version"))
    case .returnFromStore:
      try parameters.require(only: [])
      self = .returnFromStore
    }
  }

  private struct Parameters {
    private let object: JSONObject
    private let kind: Kind

    init(_ value: StrictJSON?, of kind: Kind) throws(BridgeError) {
      self.kind = kind
      switch value {
      case nil: object = JSONObject()
      case .object(let members): object = members
      default: throw BridgeError(.invalidParameters, "'params' of \(kind.rawValue) has to be an object")
      }
    }

    func require(only names: [ExactText]) throws(BridgeError) {
      try BridgeRequest.require(object, only: names, of: "'params' of \(kind.rawValue)", .invalidParameters)
    }

    func text(_ name: ExactText) throws(BridgeError) -> String {
      guard case .text(let text)? = object[name] else {
        throw BridgeError(.invalidParameters, "'\(name)' of \(kind.rawValue) has to be a text")
      }
      return text.string
    }

    func optionalText(_ name: ExactText) throws(BridgeError) -> String? {
      switch object[name] {
      case nil, .null: nil
      default: try text(name)
      }
    }

    func updateKind() throws(BridgeError) -> UpdateDecision.Kind {
      guard let kind = UpdateDecision.Kind(rawValue: try text("update")) else {
        throw BridgeError(.invalidParameters, "'update' of \(self.kind.rawValue) has to be 'native' or 'web'")
      }
      return kind
    }
  }
}
