import Cryptography
import ReleaseBundle
import ReleaseModel

/// The secret that one launch gives its page, so that no other page can speak for it.
struct LaunchToken {
  /// What a launch that is not recorded gives its page. It is no secret, because it confirms nothing: no file says
  /// which release it would speak for.
  static let unrecordedText = "unrecorded"

  /// 48 hexadecimal characters, 192 random bits.
  let text: String

  init(_ environment: DeviceEnvironment) throws(InstallerError) {
    text = hexadecimal(try environment.random(24))
  }

  /// What is kept on disk.
  var digest: Digest { Self.digest(of: text) }

  /// Whether `text` is the token that `digest` was made of, in constant time.
  static func matches(_ text: String, _ digest: Digest) -> Bool {
    constantTimeEqual(Self.digest(of: text).bytes, digest.bytes)
  }

  private static func digest(of text: String) -> Digest { .sha256(of: Array(text.utf8)) }
}
