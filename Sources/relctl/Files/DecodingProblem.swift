import ReleaseModel

/// Says in one sentence why JSON could not be read as what it should be.
enum DecodingProblem {
  static func text(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
      return "'\(place(context.codingPath + [key]))' is missing"
    case .valueNotFound(_, let context):
      return "'\(place(context.codingPath))' is null"
    case .typeMismatch(let type, let context):
      return "'\(place(context.codingPath))' is not \(name(of: type))"
    case .dataCorrupted(let context):
      if let refusal = context.underlyingError as? ModelError {
        return "'\(place(context.codingPath))': \(refusal.message)"
      }
      return context.codingPath.isEmpty
        ? "it is not JSON" : "'\(place(context.codingPath))': \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any FixedWidthInteger.Type: "a whole number"
    default: "of the right kind"
    }
  }
}
