import Compression

extension BundleError {
  /// Gives what `body` gives; a failure of a compressor is thrown in this target's words.
  static func mapping<Value: ~Copyable>(
    _ body: () throws(CompressionError) -> Value
  ) throws(BundleError) -> Value {
    do {
      return try body()
    } catch {
      switch error.code {
      case .outOfMemory: throw BundleError(.outOfMemory, error.message)
      }
    }
  }
}
