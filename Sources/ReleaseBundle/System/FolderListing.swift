import Glibc

/// The names in an open folder, without `.` and `..`, as bytes, sorted.
struct FolderListing {
  let names: [[UInt8]]

  /// Reads the folder behind `descriptor`, which stays where it is.
  init(_ descriptor: Int32, shownPath: String) throws(BundleError) {
    // A descriptor of its own, because reading moves the position and closing the stream closes it.
    let own = try systemCall("read folder '\(shownPath)'") {
      openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let stream = fdopendir(own) else {
      let failure = errno
      close(own)
      throw BundleError(couldNot: "read folder '\(shownPath)'", errno: failure)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let failure = errno
        guard failure == 0 else { throw BundleError(couldNot: "read folder '\(shownPath)'", errno: failure) }
        break
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
    self.names = names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
