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
  /// them twice stores them once.
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
    let digest = Data(bundle.inspection.sha256.bytes).base64EncodedString()
    fields["Content-Digest"] = "sha-256=:\(digest):"
    let size = bundle.inspection.sizeBytes
    let request = HTTPRequest(
      .post, try client.address.appending(path: ["admin", "v1", "artifacts"]), fields: fields,
      body: .file(descriptor: descriptor, sizeBytes: size), isRepeatable: true)
    var bar = ProgressBar("uploading", console: console)
    defer { bar.finish() }
    let response = try client.http.send(request) { progress in bar.update(progress.bytes, of: size) }
    return try client.answer(response).data
  }
}
