/// A policy as a person or a program writes it, not yet checked.
package struct NativePolicyDraft: Sendable, Hashable, Codable {
  package var channel: String?
  package var platform: String?
  package var minimumVersion: String?
  package var latestVersion: String?
  package var appStoreId: String?
  package var packageName: String?
  package var storeUrl: String?
  package var message: String?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case channel, platform, minimumVersion, latestVersion, appStoreId, packageName, storeUrl, message
  }

  /// The names of its members on the wire.
  package static let fields = Set(CodingKeys.allCases.map(\.rawValue))

  package init(
    channel: String? = nil, platform: String? = nil, minimumVersion: String? = nil,
    latestVersion: String? = nil,
    appStoreId: String? = nil, packageName: String? = nil, storeUrl: String? = nil, message: String? = nil
  ) {
    self.channel = channel
    self.platform = platform
    self.minimumVersion = minimumVersion
    self.latestVersion = latestVersion
    self.appStoreId = appStoreId
    self.packageName = packageName
    self.storeUrl = storeUrl
    self.message = message
  }

  /// The draft of an existing policy, to be changed and checked again.
  package init(of policy: NativePolicy) {
    self.init(
      channel: policy.channel.name, platform: policy.platform.rawValue,
      minimumVersion: policy.minimumVersion.description, latestVersion: policy.latestVersion.description,
      appStoreId: policy.appStoreId, packageName: policy.packageName, storeUrl: policy.storeUrl,
      message: policy.message)
  }
}

/// The checked content of a policy: everything but its identity and history.
package struct NativePolicyRule: Sendable, Hashable {
  package let channel: Channel
  package let platform: Platform
  package let minimumVersion: SemanticVersion
  package let latestVersion: SemanticVersion
  package let appStoreId: String?
  package let packageName: String?
  package let storeUrl: String
  package let message: String?

  /// The most characters that a message may have.
  package static let maximumMessageLength = 1_000

  /// Checks a draft; throws every violation at once, each with its own code.
  package init(checking draft: NativePolicyDraft) throws(FieldErrors) {
    var collector = FieldErrorCollector()
    let channel = collector.parse("channel") { () throws(ModelError) in
      try Channel(parsing: Self.required(draft.channel, "the channel, such as 'production'"))
    }
    let platform = collector.parse("platform") { () throws(ModelError) in
      try Platform(parsing: Self.required(draft.platform, "the platform, 'ios' or 'android'"))
    }
    let minimum = Self.version(draft.minimumVersion, "minimumVersion", .invalidMinimumVersion, &collector)
    let latest = Self.version(draft.latestVersion, "latestVersion", .invalidLatestVersion, &collector)
    if let minimum, let latest, latest < minimum {
      collector.add(
        "minimumVersion", .minimumAboveLatest,
        "the minimum \(minimum) is above the latest \(latest); wrappers would be told to update to a version that "
          + "does not exist")
    }
    let app = platform.flatMap { StoreApp(draft, on: $0, &collector) }
    if let storeUrl = draft.storeUrl, !StoreApp.isAcceptable(storeUrl) {
      collector.add(
        "storeUrl", .invalidStoreURL, "'\(storeUrl.prefix(100))' is not a store address; write an https URL")
    }
    if let message = draft.message, message.unicodeScalars.count > Self.maximumMessageLength {
      collector.add(
        "message", .messageTooLong, "the message has more than \(Self.maximumMessageLength) characters")
    } else if draft.message?.hidesItsText == true {
      collector.add(
        "message", .invalidMessage,
        "the message has control characters or marks of writing direction; leave out all but line feeds and tabs"
      )
    }
    guard collector.errors.isEmpty, let channel, let platform, let minimum, let latest, let app else {
      throw FieldErrors(collector.errors)
    }
    self.channel = channel
    self.platform = platform
    minimumVersion = minimum
    latestVersion = latest
    appStoreId = platform == .ios ? app.identifier : nil
    packageName = platform == .android ? app.identifier : nil
    storeUrl = draft.storeUrl ?? app.url
    message = draft.message
  }

  private static func required(_ text: String?, _ name: String) throws(ModelError) -> String {
    guard let text else { throw ModelError(.missingField, "give \(name)") }
    return text
  }

  private static func version(
    _ text: String?, _ field: String, _ code: ProblemCode, _ collector: inout FieldErrorCollector
  ) -> SemanticVersion? {
    collector.parse(field) { () throws(ModelError) in
      let text = try required(text, "the wrapper version, such as 4.5.0")
      do throws(ModelError) {
        return try SemanticVersion(parsing: text)
      } catch {
        throw ModelError(code, error.message)
      }
    }
  }
}
