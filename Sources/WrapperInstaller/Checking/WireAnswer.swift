import FoundationEssentials
import HTTPClient
import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// The envelope `{"data": …}` around a successful answer.
struct WireAnswer<Content: Decodable>: Decodable {
  let data: Content

  /// The content; fails with `invalid_answer`, naming the field that breaks the contract.
  static func read(_ body: [UInt8], of address: WebAddress) throws(InstallerError) -> Content {
    do {
      return try decode(Self.self, body).data
    } catch {
      throw InstallerError(
        .invalidAnswer, during: .check,
        "the answer of \(address) breaks the wire contract: \(EscapedName.of(describe(error))); "
          + "is it a registry, and is a proxy in between?",
        cause: error)
    }
  }

  /// Whether the content can be read.
  static func isReadable(_ body: [UInt8]) -> Bool {
    do {
      _ = try decode(Self.self, body)
      return true
    } catch {
      return false
    }
  }

  /// The problem that an error answer describes (RFC 9457); nil when it does not come from a registry, which would not leave
  /// open which of two codes counts.
  static func problem(in body: [UInt8]) -> Problem? {
    do {
      return try decode(Problem.self, body)
    } catch {
      return nil
    }
  }

  /// Reads JSON that means the same to every reader: no name is in an object twice.
  private static func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) throws -> Value {
    // First, because it says which field is wrong.
    let value = try JSONDecoder().decode(type, from: Data(body))
    try JSONReader.check(body, maximumBytes: body.count)
    return value
  }

  private static func describe(_ error: any Error) -> String {
    if let error = error as? TrustError { return error.message }
    guard let error = error as? DecodingError else { return "it is not JSON" }
    switch error {
    case .keyNotFound(let key, let context):
      return "'\(path(context.codingPath + [key]))' is missing"
    case .valueNotFound(_, let context):
      return "'\(path(context.codingPath))' is null"
    case .typeMismatch(_, let context):
      return "'\(path(context.codingPath))' has the wrong type"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "'\(path(context.codingPath))': \(context.debugDescription)"
    default:
      return "it is not JSON"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map(\.stringValue).joined(separator: ".")
  }
}
