extension StoreSession {
  /// A name for a new policy or token, such as `pol_00000012`; newer ones sort after older ones.
  func newIdentifier(_ counter: StoreCounter) throws -> String {
    let digits = String(try next(counter))
    return "\(counter.rawValue.prefix(3))_" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}
