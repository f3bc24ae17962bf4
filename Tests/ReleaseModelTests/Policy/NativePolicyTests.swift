import ReleaseModel
import Testing

@Suite struct NativePolicyTests {
  static let ios = NativePolicyDraft(
    channel: "production", platform: "ios", minimumVersion: "4.2.0", latestVersion: "4.10.0",
    appStoreId: "284882215")
  static let android = NativePolicyDraft(
    channel: "production", platform: "android", minimumVersion: "4.2.0", latestVersion: "4.10.0",
    packageName: "org.example.app")

  @Test(arguments: [
    (
      "4.1.9", NativeUpdateReason.belowMinimumVersion, NativeUpdateStatus.updateRequired,
      UpdateSeverity.required
    ),
    ("4.2.0-rc.1", .belowMinimumVersion, .updateRequired, .required),
    ("4.2.0", .belowLatestVersion, .updateAvailable, .recommended),
    ("4.9.1", .belowLatestVersion, .updateAvailable, .recommended),
    ("4.10.0-rc.1", .belowLatestVersion, .updateAvailable, .recommended),
    ("4.10.0", .notBelowLatestVersion, .current, .none),
    ("4.10.0+7", .notBelowLatestVersion, .current, .none),
    ("5.0.0", .notBelowLatestVersion, .current, .none),
  ])
  func `not forced although it should be advice: required beats recommended below the minimum only`(
    wrapper: String, reason: NativeUpdateReason, status: NativeUpdateStatus, severity: UpdateSeverity
  ) throws {
    let policy = try Self.policy(Self.ios)
    let answer = NativeUpdateAnswer(
      wrapperVersion: try SemanticVersion(parsing: wrapper), channel: policy.channel, platform: .ios,
      policy: policy)
    #expect(answer.status == status)
    #expect(answer.severity == severity)
    #expect(answer.reason == reason)
  }

  @Test func `derives the store's address from the app's identity`() throws {
    #expect(try Self.policy(Self.ios).storeUrl == "https://apps.apple.com/app/id284882215")
    #expect(
      try Self.policy(Self.android).storeUrl
        == "https://play.google.com/store/apps/details?id=org.example.app")
    var draft = Self.android
    draft.storeUrl = "https://store.example.org/app?x=1"
    #expect(try Self.policy(draft).storeUrl == "https://store.example.org/app?x=1")
  }

  typealias Field = any WritableKeyPath<NativePolicyDraft, String?> & Sendable

  @Test(
    arguments: [
      ("missing_field", \.channel, nil), ("invalid_channel", \.channel, "all"),
      ("missing_field", \.minimumVersion, nil),
      ("invalid_minimum_version", \.minimumVersion, "4.5"),
      ("missing_field", \.latestVersion, nil),
      ("invalid_latest_version", \.latestVersion, "v4.10.0"),
      ("minimum_above_latest", \.minimumVersion, "4.10.1"),
      ("missing_app_store_id", \.appStoreId, nil), ("missing_app_store_id", \.appStoreId, ""),
      ("invalid_app_store_id", \.appStoreId, "id284882215"),
      ("invalid_app_store_id", \.appStoreId, "٣"),
      ("invalid_platform", \.platform, "iOS"), ("missing_field", \.platform, nil),
      ("missing_package_name", \.platform, "android"),
      ("invalid_store_url", \.storeUrl, "http://apps.apple.com/app/id1"),
      ("invalid_store_url", \.storeUrl, "https://"),
      ("invalid_store_url", \.storeUrl, "javascript:alert(1)"),
      ("invalid_store_url", \.storeUrl, "https://a b"),
      ("invalid_store_url", \.storeUrl, "https://a\"b"),
      ("message_too_long", \.message, String(repeating: "m", count: 1_001)),
    ] as [(String, Field, String?)])
  func `refuses each violation with its own code`(code: String, field: Field, value: String?) throws {
    var draft = Self.ios
    draft[keyPath: field] = value
    #expect(try codes { _ = try NativePolicyRule(checking: draft) } == [code])
  }

  @Test(arguments: [
    "app", "org", "org.", ".org", "org..app", "org.1app", "1org.app", "org.ex-ample", "org.éxample",
    "org.ex ample",
    "org._app", String(repeating: "a", count: 254) + ".b",
  ])
  func `refuses what is not an Android package name`(name: String) throws {
    var draft = Self.android
    draft.packageName = name
    #expect(try codes { _ = try NativePolicyRule(checking: draft) } == ["invalid_package_name"])
  }

  @Test(arguments: ["a.b", "org.example.app", "Org.Example_2.App", "com.a1.b2.c3"])
  func `accepts Android package names`(name: String) throws {
    var draft = Self.android
    draft.packageName = name
    #expect(try NativePolicyRule(checking: draft).packageName == name)
  }

  @Test func `reports every violation at once`() throws {
    let draft = NativePolicyDraft(
      channel: "all", platform: "android", minimumVersion: "4", latestVersion: "04.0.0", packageName: "app",
      storeUrl: "ftp://x")
    #expect(
      try codes { _ = try NativePolicyRule(checking: draft) } == [
        "invalid_channel", "invalid_minimum_version", "invalid_latest_version", "invalid_package_name",
        "invalid_store_url",
      ])
  }

  @Test func `minimum above the newest store version is refused, whatever the order of the texts`() throws {
    var draft = Self.ios
    (draft.minimumVersion, draft.latestVersion) = ("4.10.0", "4.9.0")
    #expect(try codes { _ = try NativePolicyRule(checking: draft) } == ["minimum_above_latest"])
    (draft.minimumVersion, draft.latestVersion) = ("4.9.0", "4.10.0")
    #expect(try codes { _ = try NativePolicyRule(checking: draft) } == [])
  }

  @Test func `a policy becomes the same draft again`() throws {
    let policy = try Self.policy(Self.android)
    let rule = try NativePolicyRule(checking: NativePolicyDraft(of: policy))
    #expect(try rule == NativePolicyRule(checking: Self.android))
  }

  @Test func `the newest active policy of exactly the channel and platform decides`() throws {
    var beta = Self.ios
    beta.channel = "beta"
    let policies = [
      try Self.policy(Self.ios, id: "old", createdAt: 1), try Self.policy(Self.ios, id: "new", createdAt: 2),
      try Self.policy(Self.ios, id: "draft", active: false, createdAt: 3),
      try Self.policy(beta, id: "beta", createdAt: 4),
      try Self.policy(Self.android, id: "android", createdAt: 5),
    ]
    let production = try Channel(parsing: "production")
    #expect(policies.deciding(channel: production, platform: .ios)?.id == "new")
    #expect(policies.deciding(channel: production, platform: .android)?.id == "android")
    #expect(try policies.deciding(channel: Channel(parsing: "Production"), platform: .ios) == nil)
  }

  static func policy(
    _ draft: NativePolicyDraft, id: String = "pol_1", active: Bool = true, createdAt: Int64 = 0
  ) throws -> NativePolicy {
    let time = Timestamp(secondsSinceEpoch: createdAt)
    return NativePolicy(
      id: id, rule: try NativePolicyRule(checking: draft), active: active, revision: 1, createdAt: time,
      updatedAt: time)
  }
}
