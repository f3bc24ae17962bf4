/// The kind of device that a native wrapper is built for.
package enum Platform: String, Sendable, Hashable, Codable, CaseIterable {
  case ios
  case android

  /// Reads `ios` or `android`; anything else is refused with `invalid_platform`.
  package init(parsing text: String) throws(ModelError) {
    guard let platform = Platform(rawValue: text) else {
      throw ModelError(
        .invalidPlatform, "'\(text.prefix(100))' is not a platform; write 'ios' or 'android'")
    }
    self = platform
  }
}
