import Glibc
import ReleaseTrust

/// The `root.json` that this machine, or a simulated device, trusts.
enum TrustRootFile {
  /// The environment variable that names it.
  static let variable = "RELCTL_TRUST_ROOT"

  /// The path as it is written in an argument. Refuses one where nothing is, before anything is done: a machine that
  /// believes that it verifies would not.
  static let path: @Sendable (String) throws -> String = { text in
    let path = try Parse.path(text)
    var status = stat()
    let isThere = stat(path, &status) == 0
    let cause = errno
    guard !isThere else { return path }
    var error = InputFile.unreadable(path, SystemError.text(cause))
    error.hint =
      "'relctl trust publish --root-out FILE' writes it; before the first root there is none: leave out --trust-root, and "
      + "unset \(variable)"
    throw error
  }

  /// The bytes of the file, which have the form of a root; nobody has verified it.
  ///
  /// - Parameter source: the option or variable that names it, for messages.
  static func read(_ path: String, from source: String) throws -> [UInt8] {
    let maximum = MetadataLimits().rootBytes
    let bytes: [UInt8]
    do throws(CommandError) {
      bytes = try FileReader.read(path, maximumBytes: maximum).bytes
    } catch {
      throw error.naming(source)
    }
    do throws(TrustError) {
      _ = try RepositoryFile<RootMetadata>(parsing: bytes, maximumBytes: maximum)
    } catch {
      if isCeremony(bytes) {
        throw CommandError(
          .usage, error.code.rawValue, "\(source): '\(path)' is a ceremony, and no root",
          hint: "once it is published there is one: relctl trust publish \(path) --root-out root.json")
      }
      var refusal = CommandError(error)
      refusal = CommandError(
        refusal.status, refusal.code, "\(source): '\(path)' is no root: \(error.message)",
        hint: "name the root.json that 'relctl trust publish --root-out FILE' wrote")
      throw refusal
    }
    return bytes
  }

  private static func isCeremony(_ bytes: [UInt8]) -> Bool {
    guard case .object(let members)? = try? JSONReader.read(bytes, maximumBytes: bytes.count) else {
      return false
    }
    return members["proposal"] != nil
  }
}
