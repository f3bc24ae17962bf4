import ReleaseModel

extension Registry {
  func policies() throws(RegistryError) -> [NativePolicy] {
    try store.read { session in try session.policies() }
  }

  func policy(_ id: String) throws(RegistryError) -> NativePolicy {
    try store.read { session in try requirePolicy(id, revision: nil, session) }
  }

  /// Makes a policy; it decides nothing until it is activated, unless `activate` is given.
  func createPolicy(_ body: [UInt8], _ context: ChangeContext) throws(RegistryError) -> AdminAnswer {
    var fields = try JSONFields(body, known: NativePolicyDraft.fields.union(["activate"]))
    let isActive = fields.boolean("activate") ?? false
    let rule = try Self.rule(NativePolicyDraft(), changedBy: &fields)
    return try change(context) { scope in
      let id = try scope.session.newIdentifier(.policy)
      // The newest one decides, also when the clock was set back.
      let newest = try scope.session.policies().map(\.createdAt).max()
      let now = max(scope.now, newest ?? scope.now)
      let policy = NativePolicy(
        id: id, rule: rule, active: isActive, revision: 1, createdAt: now, updatedAt: now)
      try scope.changePolicies { session in try session.insert(policy) }
      try scope.audit("policy.create", id, after: policy)
      return try AdminAnswer(policy, status: 201, revision: policy.revision)
    }
  }

  /// Changes fields of a policy, active or not; the whole must be valid afterwards.
  func editPolicy(
    _ id: String, body: [UInt8], revision: Int64?, _ context: ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    try updatePolicy(id, "policy.edit", revision: revision, context) { policy in
      var fields = try JSONFields(body, known: NativePolicyDraft.fields)
      return (try Self.rule(NativePolicyDraft(of: policy), changedBy: &fields), policy.active)
    }
  }

  func setPolicy(
    _ id: String, active: Bool, revision: Int64?, _ context: ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    try updatePolicy(id, active ? "policy.activate" : "policy.deactivate", revision: revision, context) {
      policy in
      do throws(FieldErrors) {
        return (try NativePolicyRule(checking: NativePolicyDraft(of: policy)), active)
      } catch {
        throw RegistryError(error)
      }
    }
  }

  private func updatePolicy(
    _ id: String, _ action: String, revision: Int64?, _ context: ChangeContext,
    _ edit: @Sendable (NativePolicy) throws -> (rule: NativePolicyRule, active: Bool)
  ) throws(RegistryError) -> AdminAnswer {
    try change(context) { scope in
      let policy = try requirePolicy(id, revision: revision, scope.session)
      let (rule, active) = try edit(policy)
      let changed = NativePolicy(
        id: id, rule: rule, active: active, revision: policy.revision + 1, createdAt: policy.createdAt,
        updatedAt: scope.now)
      if action != "policy.edit", policy.active == active {
        return try AdminAnswer(policy, revision: policy.revision)
      }
      try scope.changePolicies { session in try session.update(changed) }
      try scope.audit(action, id, before: policy, after: changed)
      return try AdminAnswer(changed, revision: changed.revision)
    }
  }

  private func requirePolicy(
    _ id: String, revision: Int64?, _ session: any StoreSession
  ) throws -> NativePolicy {
    guard let policy = try session.policy(id) else {
      throw RegistryError(.policyNotFound, "there is no policy '\(id.prefix(60))'; list the policies")
    }
    if let revision, revision != policy.revision {
      throw RegistryError(
        .staleRevision,
        "the policy \(id) has revision \(policy.revision), not \(revision): somebody changed it; read it again"
      )
    }
    return policy
  }

  /// A draft with the members of a body put over it, checked.
  static func rule(
    _ draft: NativePolicyDraft, changedBy fields: inout JSONFields
  ) throws(RegistryError) -> NativePolicyRule {
    var draft = draft
    // The rule knows how long each may be, and says so under that member's own code.
    func text(_ name: String, _ old: String?) -> String? {
      fields.has(name) ? fields.text(name, maximumLength: .max) : old
    }
    // The store's address follows the app's identity unless it is given.
    if fields.has("appStoreId") || fields.has("packageName") { draft.storeUrl = nil }
    draft.channel = text("channel", draft.channel)
    draft.platform = text("platform", draft.platform)
    draft.minimumVersion = text("minimumVersion", draft.minimumVersion)
    draft.latestVersion = text("latestVersion", draft.latestVersion)
    draft.appStoreId = text("appStoreId", draft.appStoreId)
    draft.packageName = text("packageName", draft.packageName)
    draft.storeUrl = text("storeUrl", draft.storeUrl)
    draft.message = text("message", draft.message)
    do throws(FieldErrors) {
      let rule = try NativePolicyRule(checking: draft)
      if fields.collector.errors.isEmpty { return rule }
    } catch {
      throw RegistryError(FieldErrors(fields.collector.errors + error.errors))
    }
    throw RegistryError(FieldErrors(fields.collector.errors))
  }
}
