import Cryptography
import Glibc
package import HTTPClient
package import ReleaseTrust

/// A folder that holds verified target files and nothing else that can be seen: each appears under its name in one
/// step, after its length and hashes were compared, and is synced.
///
/// A file's name is its path in the repository, percent-encoded so that it is one name whatever the path holds:
/// `path/to/a.zip` is kept as `path%2Fto%2Fa.zip`. No name begins with a dot.
package struct TargetFolder: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// What it took to have a target.
  package enum Delivery: String, Sendable {
    /// It was there, and its bytes are right.
    case kept
    /// It was fetched.
    case fetched
  }

  /// Opens the folder, making it when it is missing; its parent has to exist.
  package init(path: String) throws(TrustError) {
    if mkdir(path, 0o755) != 0, errno != EEXIST {
      throw TrustError(errno: errno, "cannot make the folder", path)
    }
    let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw TrustError(errno: errno, "cannot open the folder", path) }
    self.path = path
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// The path of a target's file.
  package func filePath(of target: FoundTarget) -> String { "\(path)/\(Self.fileName(of: target.path))" }

  /// Makes sure that the target's file is here: fetches it, unless the right bytes are here already.
  ///
  /// - Parameters:
  ///   - folder: the repository's folder of targets.
  ///   - client: made with `HTTPClientConfiguration.trust`, unless there is a reason for other bounds.
  package func obtain(
    _ target: FoundTarget, from folder: WebAddress, with client: HTTPClient, cancellation: Cancellation? = nil
  ) throws(TrustError) -> Delivery {
    if try holds(target) { return .kept }
    let file = try PendingFile(in: descriptor, path: path)
    let download = try TargetDownload(of: target, into: file)
    try download.run(from: folder, with: client, cancellation: cancellation)
    try file.publish(as: Self.fileName(of: target.path))
    return .fetched
  }

  /// Whether the target's file is here with the bytes that were signed.
  private func holds(_ target: FoundTarget) throws(TrustError) -> Bool {
    let name = Self.fileName(of: target.path)
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      let number = errno
      if number == ENOENT || number == ELOOP { return false }
      throw failure(number, "cannot read", name)
    }
    defer { close(file) }
    var attributes = stat()
    guard fstat(file, &attributes) == 0 else { throw failure(errno, "cannot look at", name) }
    guard attributes.st_mode & S_IFMT == S_IFREG, Int64(attributes.st_size) == target.file.length else {
      return false
    }
    return try isGenuine(file, name, target)
  }

  private func isGenuine(_ file: Int32, _ name: String, _ target: FoundTarget) throws(TrustError) -> Bool {
    var verifier = try FileVerifier(target.file, path: target.path)
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    do throws(TrustError) {
      while true {
        let count = read(file, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw failure(errno, "cannot read", name) }
        if count == 0 { break }
        try verifier.update(Array(piece[..<count]))
      }
      try verifier.finish()
      return true
    } catch {
      guard error.code == .targetHashMismatch || error.code == .targetLengthMismatch else { throw error }
      return false
    }
  }

  /// The longest name that Linux file systems take.
  private static let longestName = 255

  /// Names beyond what a file system takes are cut, and told apart by a hash of the path.
  private static func fileName(of target: ExactText) -> String {
    let encoded = target.percentEncoded
    let name = encoded.hasPrefix(".") ? "%2E" + encoded.dropFirst() : encoded
    guard name.isEmpty || name.utf8.count > longestName else { return name }
    let digest = hexadecimal(SHA256Hasher.hash(of: target.utf8))
    return "\(name.prefix(longestName - digest.utf8.count - 1))~\(digest)"
  }

  private func failure(_ number: Int32, _ task: String, _ name: String) -> TrustError {
    TrustError(errno: number, task, "\(path)/\(name)")
  }
}
