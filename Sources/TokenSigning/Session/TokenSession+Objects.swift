import CPKCS11

extension TokenSession {
  /// An attribute that an object must have to be found, as the bytes that the standard gives it.
  struct Condition {
    let type: CK_ATTRIBUTE_TYPE
    let value: [UInt8]

    init(_ type: CK_ATTRIBUTE_TYPE, _ value: [UInt8]) {
      self.type = type
      self.value = value
    }

    init(_ type: CK_ATTRIBUTE_TYPE, _ number: CK_ULONG) {
      self.init(type, withUnsafeBytes(of: number) { [UInt8]($0) })
    }
  }

  /// Up to two of the objects that meet every condition: none, one, or too many to choose from.
  borrowing func objects(_ conditions: [Condition]) throws(TokenError) -> [CK_OBJECT_HANDLE] {
    try Self.withTemplate(conditions) { template throws(TokenError) in
      try functions.call(\.C_FindObjectsInit) { $0(handle, template.baseAddress, CK_ULONG(template.count)) }
        .require("start a search")
    }
    var found = [CK_OBJECT_HANDLE](repeating: 0, count: 2)
    var count: CK_ULONG = 0
    let search = try functions.call(\.C_FindObjects) { $0(handle, &found, 2, &count) }
    let end = try functions.call(\.C_FindObjectsFinal) { $0(handle) }
    try search.require("search")
    try end.require("end a search")
    return Array(found.prefix(Int(count)))
  }

  /// An attribute's value; nil when the object has none that may be read.
  borrowing func value(
    _ type: CK_ATTRIBUTE_TYPE, of object: CK_OBJECT_HANDLE
  ) throws(TokenError) -> [UInt8]? {
    var attribute = CK_ATTRIBUTE(type: type, pValue: nil, ulValueLen: 0)
    var status = try functions.call(\.C_GetAttributeValue) { $0(handle, object, &attribute, 1) }
    if [CKR_ATTRIBUTE_TYPE_INVALID, CKR_ATTRIBUTE_SENSITIVE].contains(status.number) { return nil }
    try status.require("tell an attribute's size")
    // What is read here has some dozen bytes; a module that claims much more is broken.
    guard attribute.ulValueLen <= Self.maximumValueSize else {
      throw TokenError(.failed, "the token says that an attribute of a key has \(attribute.ulValueLen) bytes")
    }
    var value = [UInt8](repeating: 0, count: Int(attribute.ulValueLen))
    status = try value.withUnsafeMutableBufferPointer { buffer throws(TokenError) in
      attribute.pValue = UnsafeMutableRawPointer(buffer.baseAddress)
      return try functions.call(\.C_GetAttributeValue) { $0(handle, object, &attribute, 1) }
    }
    try status.require("read an attribute")
    return Array(value.prefix(Int(min(attribute.ulValueLen, CK_ULONG(value.count)))))
  }

  /// A number among the attributes.
  borrowing func number(
    _ type: CK_ATTRIBUTE_TYPE, of object: CK_OBJECT_HANDLE
  ) throws(TokenError) -> CK_ULONG? {
    guard let value = try value(type, of: object), value.count == MemoryLayout<CK_ULONG>.size else {
      return nil
    }
    return value.withUnsafeBytes { $0.loadUnaligned(as: CK_ULONG.self) }
  }

  private static let maximumValueSize: CK_ULONG = 65_536

  private static func withTemplate(
    _ conditions: [Condition], _ body: (UnsafeMutableBufferPointer<CK_ATTRIBUTE>) throws(TokenError) -> Void
  ) throws(TokenError) {
    // All values in one buffer that stays where it is while the module reads it.
    var values = conditions.flatMap(\.value)
    try values.withUnsafeMutableBufferPointer { buffer throws(TokenError) in
      var start = 0
      var template: [CK_ATTRIBUTE] = []
      for condition in conditions {
        template.append(
          CK_ATTRIBUTE(
            type: condition.type, pValue: UnsafeMutableRawPointer(buffer.baseAddress)?.advanced(by: start),
            ulValueLen: CK_ULONG(condition.value.count)))
        start += condition.value.count
      }
      try template.withUnsafeMutableBufferPointer { template throws(TokenError) in try body(template) }
    }
  }
}
