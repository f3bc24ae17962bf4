import FoundationEssentials
import HTTPClient
import ReleaseBundle
import ReleaseModel

/// The envelope `{"data": …}` around a successful answer.
struct WireAnswer<Content: Decodable>: Decodable {
  let data: Content

  /// The content; fails with `invalid_answer`, naming the field that breaks the contract.
  static func read(_ body: [UInt8], of address: WebAddress) throws(InstallerError) -> Content {
    do {
      return try JSONDecoder().decode(Self.self, from: Data(body)).data
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
      _ = try JSONDecoder().decode(Self.self, from: Data(body))
      return true
    } catch {
      return false
    }
  }

  /// The problem that an error answer describes (RFC 9457); nil when it does not come from a registry.
  static func problem(in body: [UInt8]) -> Problem? {
    do {
      return try JSONDecoder().decode(Problem.self, from: Data(body))
    } catch {
      return nil
    }
  }

  private static func describe(_ error: any Error) -> String {
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
