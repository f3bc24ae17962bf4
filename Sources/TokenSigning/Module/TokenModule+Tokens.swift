import CPKCS11

extension TokenModule {
  /// The slot with the only token of this label.
  ///
  /// Throws `pkcs11_token_not_found`, naming those that are there, and `pkcs11_token_ambiguous`.
  func slot(ofToken label: String) throws(TokenError) -> CK_SLOT_ID {
    let tokens = try tokens()
    let matching = tokens.filter { $0.label == Array(label.utf8) }
    guard let slot = matching.first?.slot else {
      let names = tokens.map { "'\(String(decoding: $0.label, as: UTF8.self))'" }
      throw TokenError(
        .tokenNotFound,
        names.isEmpty
          ? "there is no token '\(label)', nor any other; is it plugged in and initialised?"
          : "there is no token '\(label)'; the module has \(names.joined(separator: ", "))")
    }
    guard matching.count == 1 else {
      throw TokenError(
        .tokenAmbiguous, "\(matching.count) tokens are called '\(label)'; give one another label")
    }
    return slot
  }

  /// Every initialised token with its label, which is compared as bytes.
  private func tokens() throws(TokenError) -> [(slot: CK_SLOT_ID, label: [UInt8])] {
    var tokens: [(slot: CK_SLOT_ID, label: [UInt8])] = []
    for slot in try slots() {
      var info = CK_TOKEN_INFO()
      let status = try functions.call(\.C_GetTokenInfo) { $0(slot, &info) }
      // Pulled out since it was listed, or of another kind.
      if [CKR_TOKEN_NOT_PRESENT, CKR_TOKEN_NOT_RECOGNIZED, CKR_DEVICE_REMOVED].contains(status.number) {
        continue
      }
      try status.require("describe itself")
      guard info.flags & CKF_TOKEN_INITIALIZED != 0 else { continue }
      var label = withUnsafeBytes(of: info.label) { [UInt8]($0) }
      // The standard pads labels with blanks (2.40, 3.2).
      while label.last == 0x20 || label.last == 0 { label.removeLast() }
      tokens.append((slot, label))
    }
    return tokens
  }

  private func slots() throws(TokenError) -> [CK_SLOT_ID] {
    var count: CK_ULONG = 0
    try functions.call(\.C_GetSlotList) { $0(1, nil, &count) }.require("list slots")
    // A few more than there were, for tokens that are plugged in at this moment.
    var slots = [CK_SLOT_ID](repeating: 0, count: Int(count) + 8)
    count = CK_ULONG(slots.count)
    try functions.call(\.C_GetSlotList) { $0(1, &slots, &count) }.require("list slots")
    return Array(slots.prefix(Int(count)))
  }
}
