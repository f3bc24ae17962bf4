extension HeadBuffer {
  /// Takes scheme and server off a target in absolute form (`http://host/path`, RFC 9112, 3.2.2), and gives where its path
  /// begins. The server that the target names takes the place of `Host`, which a server must ignore then.
  ///
  /// Both `http` and `https` are taken, since a proxy in front may have ended TLS. Throws `foreignScheme` for another one.
  func readOrigin() throws(TargetFault) -> Int {
    let raw = view(target)
    guard let colon = raw.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(raw[..<colon]),
      raw[(colon + 1)...].starts(with: "//".utf8)
    else { throw .invalid }
    let scheme = UnsafeRawBufferPointer(rebasing: raw[..<colon])
    guard ASCII.equalIgnoringCase(scheme, "http") || ASCII.equalIgnoringCase(scheme, "https") else {
      throw .foreignScheme
    }
    let start = colon + 3
    let end = raw[start...].firstIndex { $0 == ASCII.slash || $0 == ASCII.question } ?? raw.count
    guard end > start, raw[start] != UInt8(ascii: ":"),
      HostName.isWellFormed(UnsafeRawBufferPointer(rebasing: raw[start..<end]))
    else { throw .invalid }
    setHost(Slice(start: target.start + Int32(start), count: Int32(end - start)))
    return end
  }

  private func setHost(_ authority: Slice) {
    if let index = headers.firstIndex(where: { ASCII.equalIgnoringCase(view($0.name), "host") }) {
      headers[index].value = authority
    } else {
      let name = Array("Host".utf8)
      headers.append(Pair(name: append(name, count: name.count), value: authority))
    }
  }

  private static func isScheme(_ bytes: Swift.Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let first = bytes.first, ASCII.isLetter(first) else { return false }
    return bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
  }
}
