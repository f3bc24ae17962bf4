import HTTPClient
import ReleaseModel

/// One native policy on the server.
struct PolicyResource {
  let client: RegistryClient
  let id: String

  func read() throws -> JSONValue { try client.admin(.init(path: ["policies", id])).data }

  /// Throws what `setActive` would be refused with.
  func trySetActive(_ isActive: Bool) throws {
    _ = try client.admin(try activation(isActive).asTrial)
  }

  private func activation(_ isActive: Bool) throws -> RegistryClient.Call {
    .init(
      method: .post, path: ["policies", id, isActive ? "activate" : "deactivate"], body: [:],
      idempotencyKey: try IdempotencyKey.random())
  }

  /// Makes the policy active or not, whatever its revision, and returns it, read back from the server.
  func setActive(_ isActive: Bool) throws -> JSONValue {
    _ = try client.admin(try activation(isActive))
    let policy = try read()
    guard policy["active"]?.bool == isActive else {
      throw CommandError(
        .failed, "state_not_reached",
        "the policy '\(id)' was to be \(isActive ? "active" : "inactive"), but is not",
        hint: "somebody may have changed it at the same moment; 'relctl audit list' shows who")
    }
    return policy
  }
}
