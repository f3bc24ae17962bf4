import ReleaseModel

/// What decisions need to know of the server itself, so that they can be replayed without it.
struct ServerFacts: Encodable {
  /// The contract that it was compiled for.
  let apiContractVersion = APIContract.version
  /// Where devices reach it: what `zipUrl` starts with.
  let publicUrl: String
}

extension Registry {
  func serverFacts() -> ServerFacts { ServerFacts(publicUrl: publicURL) }
}
