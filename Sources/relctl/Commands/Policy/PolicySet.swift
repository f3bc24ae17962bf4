import HTTPClient
import ReleaseModel

/// `relctl policy set --channel C --platform P --minimum V --latest V …`
enum PolicySet {
  private static let minimum = Argument.requiredOption(
    "--minimum", "VERSION", "the oldest wrapper that is still supported", parse: Parse.text)
  private static let latest = Argument.requiredOption(
    "--latest", "VERSION", "the newest wrapper in the store", parse: Parse.text)
  private static let appStoreID = Argument.option(
    "--app-store-id", "DIGITS", "the app in the App Store (ios)", parse: Parse.text)
  private static let packageName = Argument.option(
    "--package-name", "NAME", "the app in the Play Store (android)", parse: Parse.text)
  private static let storeURL = Argument.option(
    "--store-url", "URL", "where the app is, when that is not the store's usual address", parse: Parse.text)
  private static let message = Argument.option(
    "--message", "TEXT", "what the app may say to its user", parse: Parse.text)
  private static let activate = Argument.flag(
    "--activate", "let it decide from now on; without this it is only kept")

  static let command = Command(
    "set", "Say which wrapper version a platform needs, and which is the newest",
    arguments: [
      PolicyArguments.channel, PolicyArguments.platform, minimum, latest, appStoreID, packageName, storeURL,
      message, activate, CommonArguments.dryRun,
    ] + ServerArguments.all,
    examples: [
      .init(
        "Wrappers below 4.0.0 must update, those below 4.6.0 should",
        "relctl policy set --channel production --platform ios --minimum 4.0.0 --latest 4.6.0 "
          + "--app-store-id 1234567890 --activate")
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    let draft = NativePolicyDraft(
      channel: try invocation[PolicyArguments.channel].name,
      platform: try invocation[PolicyArguments.platform].rawValue,
      minimumVersion: try invocation[minimum], latestVersion: try invocation[latest],
      appStoreId: try invocation[appStoreID], packageName: try invocation[packageName],
      storeUrl: try invocation[storeURL], message: try invocation[message])
    // The same check as the server's: what it would refuse is refused here, all of it at once.
    try check(draft)
    let client = try RegistryClient(invocation, needsToken: true)
    let body = try JSONValue(encoding: draft)
    let activates = try invocation[activate]
    let change = RegistryClient.Call(
      method: .post, path: ["policies"], body: body, idempotencyKey: try IdempotencyKey.random())
    if try invocation[CommonArguments.dryRun] {
      _ = try client.admin(change.asTrial)
      try invocation.console.show(
        PolicyReport.one(
          body, saying: "dry run: this policy would be saved\(activates ? " and made active" : "")."))
      return .ok
    }
    let created = try client.admin(change)
    guard let id = created.data["id"]?.text else {
      throw CommandError(
        .unreachable, "invalid_response", "the server saved the policy but did not say under which id",
        hint: "'relctl policy list' shows it")
    }
    let resource = PolicyResource(client: client, id: id)
    let policy = activates ? try resource.setActive(true) : try resource.read()
    try confirm(policy, id, says: body)
    let sentence =
      activates
      ? "This policy is now active." : "This policy is saved; 'relctl policy activate \(id)' lets it decide."
    try invocation.console.show(PolicyReport.one(policy, saying: sentence))
    return .ok
  }

  /// Throws unless the policy that the server has is the one that was sent.
  private static func confirm(_ policy: JSONValue, _ id: String, says body: JSONValue) throws {
    let differing = NativePolicyDraft.fields.sorted().filter { body[$0] != nil && policy[$0] != body[$0] }
    guard differing.isEmpty else {
      throw CommandError(
        .failed, "state_not_reached", "the policy '\(id)' was saved, but says something else now",
        hint: "somebody may have changed it at the same moment; 'relctl audit list' shows who",
        details: differing.map {
          CommandError.Detail(
            field: $0, code: "differs",
            detail: "it is '\(policy[$0]?.shown ?? "nothing")', not '\(body[$0]?.shown ?? "nothing")'")
        })
    }
  }

  private static func check(_ draft: NativePolicyDraft) throws {
    do {
      _ = try NativePolicyRule(checking: draft)
    } catch {
      throw CommandError(
        FieldErrors(
          error.errors.map {
            FieldError(field: options[$0.field] ?? $0.field, code: $0.code, detail: $0.detail)
          }))
    }
  }

  /// The options by the fields that they set, to name what a person typed.
  private static let options: [String: String] = [
    "channel": PolicyArguments.channel.declaration.name,
    "platform": PolicyArguments.platform.declaration.name,
    "minimumVersion": minimum.declaration.name, "latestVersion": latest.declaration.name,
    "appStoreId": appStoreID.declaration.name, "packageName": packageName.declaration.name,
    "storeUrl": storeURL.declaration.name, "message": message.declaration.name,
  ]
}
