/// A compressor or decompressor that could not be made.
package struct CompressionError: Error, Sendable, Hashable {
  /// What failed, for a program.
  package enum Code: String, Sendable {
    /// The library could not allocate what it works with.
    case outOfMemory = "out_of_memory"
  }

  /// What failed, for a program.
  package let code: Code
  /// What failed, for a person.
  package let message: String

  static func outOfMemory(to purpose: String) -> CompressionError {
    CompressionError(code: .outOfMemory, message: "there is not enough memory to \(purpose)")
  }
}
