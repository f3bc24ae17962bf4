import Cryptography
import Testing

/// Expects the call to fail with this code.
func expect<Value>(
  _ code: CryptographyError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  of body: () throws -> Value
) {
  let error = #expect(throws: CryptographyError.self, sourceLocation: sourceLocation) { _ = try body() }
  #expect(error?.code == code, "\(error.map(String.init(describing:)) ?? "")", sourceLocation: sourceLocation)
}
