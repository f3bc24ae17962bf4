import HTTPClient
import ReleaseModel
import ReleaseTrust

/// What a registry publishes, or published before, of what a ceremony brings.
enum PublishedCeremony {
  /// Whether it was published already: what is there under the versions of its files has the same content. Old versions of
  /// channels are not kept; but a ceremony is taken whole or not at all.
  static func isThere(_ ceremony: Ceremony, at client: RegistryClient) throws -> Bool {
    var isThere = false
    for (role, envelope) in ceremony.proposal.files {
      guard let version = ceremony.proposal.version(of: role),
        let bytes = try client.metadata(version, of: role)
      else { continue }
      let published = try Envelope(parsing: bytes, maximumBytes: MetadataUpload.maximumBytes)
      guard published.signedBytes == envelope.signedBytes else { return false }
      isThere = true
    }
    return isThere
  }
}

extension RegistryClient {
  /// A version of a role's metadata, as devices get it; nil when there is none. Nobody has verified it.
  func metadata(_ version: Int64, of role: ExactText) throws -> [UInt8]? {
    let response = try publicResponse(["tuf", "\(version).\(role).json"])
    guard response.status != 404 else { return nil }
    guard response.isSuccess else { throw CommandError(refusedBy: response) }
    return response.body
  }
}
