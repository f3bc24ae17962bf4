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
      return try client.admin(.init(path: path)).data
    } catch let error as CommandError {
      throw advising(on: error)
    }
  }

  /// The same, but nil when there is no such release. It asks for a list of one, so that a release that is not there is no
  /// failure for the server's log either.
  func readIfPresent() throws -> JSONValue? {
    try client.all(
      .init(
        path: ["channels", channel.name, "releases"], query: [("releaseVersion", version.description)])
    ).first
  }

  /// The same error; of a release that is not there, with the one that was probably meant.
  func advising(on error: CommandError) -> CommandError {
    guard error.code == Self.notFound else { return error }
    var error = error
    let (meant, place) = nearest
    let list = "'relctl release list \(place)' shows those that are there"
    error.hint = meant.map { "did you mean '\($0)'? \(list)" } ?? list
    return error
  }

  private static let notFound = "release_not_found"

  /// The version on the channel, or else the channel, whose name is near, nil as well when they cannot be listed; and the
  /// channel to look on.
  private var nearest: (name: String?, channel: String) {
    do {
      let collection = ReleaseCollection(client: client)
      let versions = try collection.all(of: channel).compactMap { $0["releaseVersion"]?.text }
      guard versions.isEmpty else {
        return (EditDistance.suggestion(for: version.description, among: versions), channel.name)
      }
      let near = try collection.channel(near: channel)
      return (near, near ?? channel.name)
    } catch {
      // The release is not there, whatever else there may be.
      return (nil, channel.name)
    }
  }

  /// Asks for a change of state and returns the new revision's release, read back from the server. It names no revision:
  /// a change of state overwrites nothing, and a pause must not fail because somebody edited notes.
  func transition(_ verb: String, body: JSONValue = [:]) throws -> JSONValue {
    _ = try client.admin(try change(of: verb, body))
    return try read()
  }

  /// Throws what a change of state would be refused with, and changes nothing.
  func tryTransition(_ verb: String, body: JSONValue = [:]) throws {
    _ = try client.admin(try change(of: verb, body).asTrial)
  }

  private func change(of verb: String, _ body: JSONValue) throws -> RegistryClient.Call {
    RegistryClient.Call(
      method: .post, path: path + [verb], body: body, idempotencyKey: try IdempotencyKey.random())
  }

  /// Deletes a draft, unless it was changed after `draft` was read.
  func deleteDraft(_ draft: JSONValue) throws {
    _ = try client.admin(.init(method: .delete, path: path, revision: draft["revision"]?.integer))
  }

  /// Changes fields of the release at the revision that `release` was read at, and reads it back.
  func patch(_ release: JSONValue, _ fields: JSONValue) throws -> JSONValue {
    _ = try client.admin(edit(of: release, fields))
    return try read()
  }

  /// Throws what a change of fields would be refused with, and changes nothing.
  func tryPatch(_ release: JSONValue, _ fields: JSONValue) throws {
    _ = try client.admin(edit(of: release, fields).asTrial)
  }

  private func edit(of release: JSONValue, _ fields: JSONValue) -> RegistryClient.Call {
    RegistryClient.Call(method: .patch, path: path, body: fields, revision: release["revision"]?.integer)
  }
}
