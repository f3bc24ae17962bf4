import Glibc
import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// Holds what an export says of a release beside its signed metadata against what was signed: devices that are simulated
/// from it are told that.
struct ExportVerification {
  let export: ExportFolder

  /// Throws `export_incomplete`, `state_not_as_signed`, or the code of the first field that is not as it was signed.
  func verify(_ signed: SignedRelease) throws {
    let release = try entry(of: signed)
    guard release.state == .published else {
      throw CommandError(
        .integrity, "state_not_as_signed",
        "'\(export.releases)' says that \(signed.version) on \(signed.channel) is \(release.state.rawValue), and the signed "
          + "status does not", hint: Self.hint)
    }
    if let difference = signed.difference(from: SignedRelease(release, sequence: release.sequence ?? 0)) {
      throw CommandError(
        .integrity, difference.code.rawValue,
        "'\(export.releases)' does not say of \(signed.version) on \(signed.channel) what was signed: \(difference.text)",
        hint: Self.hint)
    }
    try verifyTree(of: signed)
  }

  private func entry(of signed: SignedRelease) throws -> WebRelease {
    guard access(export.releases, F_OK) == 0 else {
      throw Self.incomplete("'\(export.releases)', which is written last, is not there")
    }
    let snapshot: OfflineSnapshot
    do throws(CommandError) {
      snapshot = try OfflineSnapshot(readingFrom: export.releases)
    } catch {
      throw CommandError(.integrity, error.code, error.message, hint: error.hint)
    }
    guard
      let release = snapshot.releases.first(where: {
        $0.channel == signed.channel && $0.releaseVersion.description == signed.version.description
      })
    else {
      throw Self.incomplete(
        "'\(export.releases)' does not list \(signed.version) on \(signed.channel), which is signed")
    }
    return release
  }

  private func verifyTree(of signed: SignedRelease) throws {
    let path = "\(export.trees)/\(signed.tree.sha256).json"
    guard let content = try FileReader.readIfPresent(path) else {
      throw Self.incomplete("'\(path)', the list of files of \(signed.version), is not there")
    }
    guard Digest.sha256(of: content.bytes) == signed.tree.sha256 else {
      throw CommandError(
        .integrity, TrustErrorCode.treeNotAsSigned.rawValue,
        "'\(path)' is not the list of files that was signed for \(signed.version) on \(signed.channel)",
        hint: Self.hint)
    }
  }

  static func incomplete(_ what: String) -> CommandError {
    CommandError(.integrity, "export_incomplete", what, hint: hint)
  }

  private static let hint = "write the folder anew: relctl release export --folder DIR"
}
