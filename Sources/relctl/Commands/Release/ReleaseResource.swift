import HTTPClient
import ReleaseModel

/// One web release on the server.
struct ReleaseResource {
  let client: RegistryClient
  let channel: Channel
  let version: SemanticVersion

  var path: [String] { ["channels", channel.name, "releases", version.description] }

  func read() throws -> JSONValue { try client.admin(.init(path: path)).data }

  /// The same, but nil when there is no such release.
  func readIfPresent() throws -> JSONValue? {
    do {
      return try read()
    } catch let error as CommandError where error.code == "release_not_found" {
      return nil
    }
  }

  /// Asks for a change of state and returns the new revision's release, read back from the server. It names no revision:
  /// a change of state overwrites nothing, and a pause must not fail because somebody edited notes.
  func transition(_ verb: String, body: JSONValue = [:]) throws -> JSONValue {
    _ = try client.admin(
      .init(method: .post, path: path + [verb], body: body, idempotencyKey: IdempotencyKey.random()))
    return try read()
  }

  /// Deletes a draft, unless it was changed after `draft` was read.
  func deleteDraft(_ draft: JSONValue) throws {
    _ = try client.admin(.init(method: .delete, path: path, revision: draft["revision"]?.integer))
  }

  /// Changes fields of the release at the revision that `release` was read at.
  func patch(_ release: JSONValue, _ fields: JSONValue) throws -> JSONValue {
    _ = try client.admin(
      .init(method: .patch, path: path, body: fields, revision: release["revision"]?.integer))
    return try read()
  }
}
