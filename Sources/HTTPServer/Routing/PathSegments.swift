/// A path cut at its slashes, each part decoded: an escaped slash is part of a value, never a separator.
struct PathSegments {
  private let head: HeadBuffer
  private var segments: [HeadBuffer.Slice] = []

  /// nil when the path is not of the form `/…`.
  init?(_ head: HeadBuffer) {
    self.head = head
    let raw = head.rawPath
    guard head.view(raw).first == ASCII.slash else { return nil }
    var start = Int(raw.start) + 1
    let end = Int(raw.start + raw.count)
    for index in start...end where index == end || head.bytes[index] == ASCII.slash {
      let segment = HeadBuffer.Slice(start: Int32(start), count: Int32(index - start))
      segments.append(Self.decoded(segment, head))
      start = index + 1
    }
  }

  /// The values of a template's parameters, in order; nil when the path is not of its form.
  func values(of template: RouteTemplate) -> [HeadBuffer.Slice]? {
    guard template.segments.count == segments.count else { return nil }
    var values: [HeadBuffer.Slice] = []
    for (wanted, segment) in zip(template.segments, segments) {
      let bytes = head.view(segment)
      switch wanted {
      case .literal(let literal):
        guard bytes.elementsEqual(literal) else { return nil }
      case .parameter(_, let prefix, let suffix):
        guard bytes.count > prefix.count + suffix.count, bytes.starts(with: prefix),
          bytes.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        values.append(
          HeadBuffer.Slice(
            start: segment.start + Int32(prefix.count),
            count: segment.count - Int32(prefix.count + suffix.count)))
      }
    }
    return values
  }

  private static func decoded(_ segment: HeadBuffer.Slice, _ head: HeadBuffer) -> HeadBuffer.Slice {
    guard head.hasEscapedPath else { return segment }
    // The whole path was decoded before without a fault; a part of it can only fail where a character is cut by an
    // encoded slash, which UTF-8 rules out.
    return head.append(upTo: Int(segment.count)) { room in
      PercentDecoder.decode(head.view(segment), plusIsSpace: false, into: room)
    } ?? segment
  }
}
