import ReleaseModel

// Every value was checked when it was written. One that cannot be means that the file was changed by other hands:
// `database_damaged`, whatever it is.
extension SQLiteRow {
  /// The largest number that is kept: every reader of JSON holds it exactly, and one more is still a number.
  static let largestNumber: Int64 = 9_007_199_254_740_991

  /// A number that counts or measures something.
  func number(_ column: Int32, from minimum: Int64 = 0) throws(RegistryError) -> Int64 {
    let number = integer(column)
    guard !isNull(column), (minimum...Self.largestNumber).contains(number) else { throw damage(column) }
    return number
  }

  func optionalNumber(_ column: Int32, from minimum: Int64 = 0) throws(RegistryError) -> Int64? {
    isNull(column) ? nil : try number(column, from: minimum)
  }

  /// A length in bytes.
  func size(_ column: Int32) throws(RegistryError) -> UInt64 { UInt64(try number(column)) }

  func time(_ column: Int32) throws(RegistryError) -> Timestamp {
    guard !isNull(column), Timestamp.writableSeconds.contains(integer(column)) else { throw damage(column) }
    return Timestamp(secondsSinceEpoch: integer(column))
  }

  func optionalTime(_ column: Int32) throws(RegistryError) -> Timestamp? {
    isNull(column) ? nil : try time(column)
  }

  func text(_ column: Int32) throws(RegistryError) -> String {
    guard let text = storedText(column) else { throw damage(column) }
    return text
  }

  func optionalText(_ column: Int32) throws(RegistryError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// A text that `parse` takes.
  func parsed<Value>(_ column: Int32, _ parse: (String) throws -> Value) throws(RegistryError) -> Value {
    let text = try text(column)
    do {
      return try parse(text)
    } catch {
      throw damage(column, cause: error)
    }
  }

  func digest(_ column: Int32) throws(RegistryError) -> Digest {
    guard let digest = withBlob(column, { Digest(bytes: $0) }) else { throw damage(column) }
    return digest
  }

  func rollout(_ column: Int32) throws(RegistryError) -> RolloutBasisPoints {
    let number = try number(column)
    do {
      return try RolloutBasisPoints(Int(number))
    } catch {
      throw damage(column, cause: error)
    }
  }

  /// Signatures as `SQLiteValue` writes them.
  func signatures(_ column: Int32) throws(RegistryError) -> [ReleaseSignature]? {
    guard let lines = try optionalText(column)?.split(separator: "\n") else { return nil }
    var signatures: [ReleaseSignature] = []
    for line in lines {
      let parts = line.split(separator: " ")
      guard parts.count == 2 else { throw damage(column) }
      signatures.append(ReleaseSignature(keyid: String(parts[0]), sig: String(parts[1])))
    }
    return signatures
  }

  /// What is said about a value that cannot be: the column's name, and never the value, which may be anything.
  func damage(_ column: Int32, cause: (any Error)? = nil) -> RegistryError {
    RegistryError(
      .databaseDamaged,
      "the database holds a value of '\(name(column))' that cannot be; stop the server, run 'relctl doctor' and "
        + "restore a backup", cause: cause)
  }
}
