/// Shares in hundredths of a percent.
enum BasisPoints {
  /// Reads `5000`, or `50%`, `0.5%`, `12.34%`.
  static let parse: @Sendable (String) throws -> Int = { text in
    guard text.hasSuffix("%") else {
      do {
        return try Parse.integer(in: 0...10_000)(text)
      } catch let error as InvalidValue {
        throw InvalidValue(
          "\(error.message), in hundredths of a percent: 5000, or '50%', is one device in two")
      }
    }
    let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard let whole = parts.first,
      [whole, fraction].allSatisfy({ part in
        !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }), whole.utf8.count <= 3, fraction.utf8.count <= 2,
      let hundredths = Int(whole + fraction + String(repeating: "0", count: 2 - fraction.utf8.count)),
      hundredths <= 10_000
    else {
      throw InvalidValue(
        "'\(text.prefix(40))' is not a share from 0% to 100% in steps of 0.01%; write one such as 50% or 0.5%"
      )
    }
    return hundredths
  }

  /// `25%`, `0.5%`, `12.34%`.
  static func text(_ basisPoints: Int64) -> String {
    let whole = basisPoints / 100
    let fraction = basisPoints % 100
    guard fraction != 0 else { return "\(whole)%" }
    return fraction % 10 == 0 ? "\(whole).\(fraction / 10)%" : "\(whole).\(fraction / 10)\(fraction % 10)%"
  }
}
