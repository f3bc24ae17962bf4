import HTTPClient
import ReleaseModel

/// One web release on the server.
struct ReleaseResource {
  let client: RegistryClient
  let channel: Channel
  let version: SemanticVersion

  var path: [String] { ["channels", channel.name, "releases", version.description] }

  func read() throws -> JSONValue {
    do {
      return try get()
    } catch let error as CommandError {
      throw advising(on: error)
    }
  }

  /// The same, but nil when there is no such release.
  func readIfPresent() throws -> JSONValue? {
    do {
      return try get()
    } catch let error as CommandError where error.code == Self.notFound {
      return nil
    }
  }

  /// The same error; of a release that is not there, with the one that was probably meant.
  func advising(on error: CommandError) -> CommandError {
    guard error.code == Self.notFound else { return error }
    var error = error
    let list = "'relctl release list \(channel)' shows those that are there"
    error.hint = nearest.map { "did you mean '\($0)'? \(list)" } ?? list
    return error
  }

  private static let notFound = "release_not_found"

  /// The version on the channel, or else the channel, whose name is near; nil as well when they cannot be listed.
  private var nearest: String? {
    do {
      let collection = ReleaseCollection(client: client)
      let versions = try collection.all(of: channel).compactMap { $0["releaseVersion"]?.text }
      guard versions.isEmpty else {
        return EditDistance.suggestion(for: version.description, among: versions)
      }
      return try collection.channel(near: channel)
    } catch {
      // The release is not there, whatever else there may be.
      return nil
    }
  }

  private func get() throws -> JSONValue { try client.admin(.init(path: path)).data }

  /// Asks for a change of state and returns the new revision's release, read back from the server. It names no revision:
  /// a change of state overwrites nothing, and a pause must not fail because somebody edited notes. A trial only throws
  /// what the change would be refused with.
  func transition(_ verb: String, body: JSONValue = [:], isTrial: Bool = false) throws -> JSONValue {
    let change = RegistryClient.Call(
      method: .post, path: path + [verb], body: body, idempotencyKey: try IdempotencyKey.random())
    _ = try client.admin(isTrial ? change.asTrial : change)
    return try read()
  }

  /// Deletes a draft, unless it was changed after `draft` was read.
  func deleteDraft(_ draft: JSONValue) throws {
    _ = try client.admin(.init(method: .delete, path: path, revision: draft["revision"]?.integer))
  }

  /// Changes fields of the release at the revision that `release` was read at; a trial only throws what that would be refused
  /// with.
  func patch(_ release: JSONValue, _ fields: JSONValue, isTrial: Bool = false) throws -> JSONValue {
    let change = RegistryClient.Call(
      method: .patch, path: path, body: fields, revision: release["revision"]?.integer)
    _ = try client.admin(isTrial ? change.asTrial : change)
    return try read()
  }
}
