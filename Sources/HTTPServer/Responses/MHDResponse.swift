import CMicroHTTPD
import Glibc

/// One `MHD_Response`. libmicrohttpd counts its uses itself; this is the one of its maker.
///
/// Not checked by the compiler, because of the pointer: libmicrohttpd's counting is thread-safe, and the fields are added
/// in `init` only.
final class MHDResponse: @unchecked Sendable {
  let handle: OpaquePointer

  /// Makes a response of bytes; nil without memory, or when a field cannot be sent.
  init?(_ bytes: SharedBytes, fields: [HeaderFields.Field]) {
    let owner = Unmanaged.passRetained(bytes)
    let handle = mhd_create_response_from_buffer(
      bytes.count, bytes.start,
      { owner in
        if let owner { Unmanaged<SharedBytes>.fromOpaque(owner).release() }
      }, owner.toOpaque())
    guard let handle else {
      owner.release()
      return nil
    }
    self.handle = handle
    guard add(fields) else { return nil }
  }

  /// Makes a response of a part of a file; nil without descriptors, or when a field cannot be sent.
  init?(_ file: FileBody, offset: UInt64, count: UInt64, fields: [HeaderFields.Field]) {
    // libmicrohttpd closes what it is given, whatever else still uses the file.
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    guard let handle = mhd_create_response_from_fd_at_offset64(count, descriptor, file.offset + offset) else {
      close(descriptor)
      return nil
    }
    self.handle = handle
    guard add(fields) else { return nil }
  }

  deinit { mhd_destroy_response(handle) }

  private func add(_ fields: [HeaderFields.Field]) -> Bool {
    for field in fields where !field.value.isEmpty {
      guard mhd_add_response_header(handle, field.name, field.value) == .YES else { return false }
    }
    return true
  }
}
