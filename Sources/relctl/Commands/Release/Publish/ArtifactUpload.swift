import FoundationEssentials
import Glibc
import HTTPClient
import ReleaseBundle
import ReleaseModel

/// Sends a bundle's bytes to the server's store.
struct ArtifactUpload {
  let client: RegistryClient
  let bundle: PreparedBundle

  /// Uploads with progress and returns what the server stored. Bytes are named by their hash there, so sending
  /// them twice stores them once. The last of them wait for the bundle's verdict: one that is refused never arrives.
  func send(_ console: Console) throws -> JSONValue {
    let descriptor = open(bundle.path, O_RDONLY | O_CLOEXEC)
    let cause = errno
    guard descriptor >= 0 else {
      throw CommandError(
        .failed, "file_unreadable", "cannot read '\(bundle.path)': \(SystemError.text(cause))")
    }
    defer { close(descriptor) }
    var fields = client.adminFields
    fields["Content-Type"] = "application/zip"
    // RFC 9530: the server refuses bytes that changed on the way.
    let digest = Data(try bundle.sha256().bytes).base64EncodedString()
    fields["Content-Digest"] = "sha-256=:\(digest):"
    let size = bundle.sizeBytes
    var request = HTTPRequest(
      .post, try client.address.appending(path: ["admin", "v1", "artifacts"]), fields: fields,
      body: .file(descriptor: descriptor, sizeBytes: size), isRepeatable: true)
    request.beforeLastPiece = { [bundle] in _ = try bundle.accepted() }
    var bar = ProgressBar("uploading", console: console)
    defer { bar.finish() }
    let response = try client.http.send(request) { progress in bar.update(progress.bytes, of: size) }
    return try client.answer(response).data
  }
}
