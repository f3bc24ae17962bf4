import Cryptography
import Glibc
import HTTPClient
import ReleaseBundle
import ReleaseModel

/// The file that an archive is fetched into. It hashes the bytes as they arrive, and those that an earlier attempt
/// left, so that nothing is ever taken on trust.
final class PartialDownload: DownloadSink {
  /// The bytes that are there.
  private(set) var count: UInt64 = 0
  /// Whether the beginning came from an earlier attempt and is still part of the file.
  private(set) var wasResumed = false
  private let expectedBytes: UInt64
  private let file: OpenFile
  private let room: DiskRoom?
  private var hasher = SHA256Hasher()

  /// The name of the file while its bytes are not known to be right, and afterwards.
  static func partialName(_ artifact: Digest) -> String { "\(artifact).partial" }
  static func completeName(_ artifact: Digest) -> String { "\(artifact).zip" }

  /// Opens the file of an archive, and reads what is there.
  ///
  /// - Parameter room: where the disk fills up, in a simulation.
  init(
    of offer: LatestRelease, in downloads: borrowing FolderHandle, room: DiskRoom? = nil
  ) throws(InstallerError) {
    expectedBytes = offer.sizeBytes
    self.room = room
    let partial = Self.partialName(offer.sha256)
    // A complete archive that an installation left is only a part that needs no more bytes; its hash decides.
    if try downloads.attributes(of: Self.completeName(offer.sha256)) != nil {
      try downloads.rename(Self.completeName(offer.sha256), to: partial)
    }
    // A file with another name besides this one is not the installer's own, and is not written through.
    if let attributes = try downloads.attributes(of: partial),
      attributes.st_mode & S_IFMT != S_IFREG || attributes.st_nlink > 1
    {
      try downloads.remove(partial)
    }
    file = try downloads.openFile(partial)
    try readWhatIsThere()
  }

  /// Where to continue.
  var resumePoint: ResumePoint? { count == 0 ? nil : ResumePoint(offset: count, validator: .immutable) }

  func begin(at offset: UInt64, totalBytes: UInt64?, _ head: ResponseHead) throws {
    try refuseForeign(head, totalBytes)
    guard offset != count else { return }
    try startOver()
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try file.write(bytes, room)
    hasher.update(bytes)
    count += UInt64(bytes.count)
  }

  /// Drops what is there.
  func startOver() throws(InstallerError) {
    try file.truncate()
    hasher = SHA256Hasher()
    count = 0
    wasResumed = false
  }

  /// The digest of what is there. Nothing may be written afterwards.
  func digest() -> Digest {
    let finished = exchange(&hasher, with: SHA256Hasher())
    return Digest(finalizing: finished)
  }

  private func readWhatIsThere() throws(InstallerError) {
    if try file.attributes().st_size > expectedBytes { try file.truncate() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let got = try file.read(into: buffer)
      guard got > 0 else { break }
      hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      count += UInt64(got)
    }
    wasResumed = count > 0
  }

  /// Refuses a page in place of an archive before a byte of it is kept.
  private func refuseForeign(_ head: ResponseHead, _ totalBytes: UInt64?) throws(InstallerError) {
    let type = head.mediaType ?? ""
    if type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml") {
      throw InstallerError(
        .wrongContent, during: .download,
        "the server sent '\(EscapedName.of(type))' in place of the archive; sign in to the network, or check what stands in between"
      )
    }
    if let totalBytes, totalBytes != expectedBytes {
      throw InstallerError(
        .lengthMismatch, during: .download,
        "the server has \(totalBytes) bytes for the archive, not \(expectedBytes); a page or another file is in its place"
      )
    }
  }
}
