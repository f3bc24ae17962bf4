import ReleaseTesting
import Testing

@testable import WrapperInstaller

extension TestDevice {
  /// Changes a state file and seals it again, as if the library had written that.
  func falsify(_ name: String, _ old: String, _ new: String) throws {
    let json = try json(name)
    let parts = json.split(separator: old, omittingEmptySubsequences: false)
    try #require(parts.count > 1)
    let bytes = StateSeal.sealing(Array(parts.joined(separator: new).utf8))
    try folder.write(bytes, to: "documents/mobile-web/\(name)")
  }

  /// Takes the checksum from a state file, as if an earlier version of the library had written it.
  func unseal(_ name: String) throws { try write(json(name), to: name) }

  /// What a state file says, without its checksum.
  func json(_ name: String) throws -> String {
    guard case .sealed(let json) = StateSeal.opening(try #require(try bytes(name))) else {
      throw NotSealed(name: name)
    }
    return String(decoding: json, as: UTF8.self)
  }

  struct NotSealed: Error { let name: String }
}
