/// What an entry may be called: a relative path that means the same file on every system that a wrapper runs on.
enum NameRules {
  /// The most bytes of one part.
  static let maximumPartBytes = 255
  /// The most bytes of a path.
  static let maximumPathBytes = 1_024
  /// The most parts of a path.
  static let maximumDepth = 64

  /// Reports every rule that the name breaks.
  static func judge(_ name: EntryName, _ log: inout FindingLog) {
    guard !name.bytes.isEmpty else {
      log.refuse(.emptyName, "an entry has no name; make the archive again")
      return
    }
    for (code, detail) in objections(to: name) {
      log.refuse(code, entry: name.shown, detail)
    }
  }

  private static func objections(to name: EntryName) -> [(BundleFindingCode, String)] {
    var objections: [(BundleFindingCode, String)] = []
    func object(_ code: BundleFindingCode, _ detail: String, when isBroken: Bool) {
      if isBroken { objections.append((code, detail)) }
    }
    let parts = name.parts
    object(
      .pathTooLong, "the path has \(name.bytes.count) bytes; at most \(maximumPathBytes) are allowed",
      when: name.bytes.count > maximumPathBytes)
    object(
      .pathTooDeep, "the path has \(parts.count) parts; at most \(maximumDepth) are allowed",
      when: parts.count > maximumDepth)
    object(.absoluteName, "the path starts at the root; pack relative paths", when: name.bytes.first == slash)
    object(
      .driveLetter, "the path names a Windows drive; pack relative paths", when: hasDriveLetter(name.bytes))
    object(
      .backslash, "the name holds a backslash; separate folders by '/'", when: name.bytes.contains(backslash))
    object(.nulCharacter, "the name holds a NUL character; rename the file", when: name.bytes.contains(0))
    // The empty first part of an absolute name is reported as that only.
    objections += partObjections(name.bytes.first == slash ? parts.dropFirst() : parts[...])
    objections += CharacterRules.objections(to: name)
    return objections
  }

  /// Each kind of objection once, however many parts deserve it.
  private static func partObjections(_ parts: ArraySlice<ArraySlice<UInt8>>) -> [(BundleFindingCode, String)]
  {
    var seen: Set<BundleFindingCode> = []
    return parts.compactMap { part -> (BundleFindingCode, String)? in
      objection(toPart: part).flatMap { seen.insert($0.0).inserted ? $0 : nil }
    }
  }

  private static func objection(toPart part: ArraySlice<UInt8>) -> (BundleFindingCode, String)? {
    var shown: String { EscapedName.of(Array(part)) }
    if part.isEmpty {
      return (.emptyPart, "a part of the path is empty; pack relative paths with single slashes")
    }
    if part.elementsEqual("..".utf8) { return (.parentPart, "the path leads out of the bundle by '..'") }
    if part.elementsEqual(".".utf8) { return (.dotPart, "a part of the path is '.'; pack plain paths") }
    if part.count > maximumPartBytes {
      return (.partTooLong, "a part has \(part.count) bytes; at most \(maximumPartBytes) are allowed")
    }
    if part.last == UInt8(ascii: ".") || part.last == UInt8(ascii: " ") {
      return (.trailingDotOrSpace, "'\(shown)' ends with a dot or a space, which Windows removes; rename it")
    }
    if ReservedNames.contains(part) {
      return (.reservedName, "'\(shown)' is the name of a device on Windows; rename it")
    }
    return nil
  }

  private static func hasDriveLetter(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes[1] == UInt8(ascii: ":") else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[0] | 0x20)
  }

  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
}
