import ReleaseModel
import ReleaseTrust

extension JSONFields {
  /// `signing`, when it is there:
  ///
  /// ```
  /// {"sequence": 42, "metadata": {"version": 8, "expires": "…", "signatures": […]}, "statement": {"signatures": […]}}
  /// ```
  mutating func signing() throws(RegistryError) -> ReleaseSigning? {
    guard let value = value("signing"), value != .null else { return nil }
    var reader = SigningReader(collector: collector)
    let signing = reader.signing(value)
    collector = reader.collector
    try check()
    return signing
  }
}

/// Reads the members of `signing`, strictly, and notes everything that is wrong.
private struct SigningReader {
  var collector: FieldErrorCollector

  /// The most signatures that one list may have.
  private static let maximumSignatures = 64

  mutating func signing(_ value: JSONValue) -> ReleaseSigning? {
    guard
      let members = object(value, "signing", ["sequence", "metadata", "statement"]),
      let metadata = object(
        members["metadata"], "signing.metadata", ["version", "expires", "signatures"]),
      let statement = object(members["statement"], "signing.statement", ["signatures"])
    else { return nil }
    let sequence = collector.wholeNumber(members["sequence"], "signing.sequence", from: 1)
    let version = collector.wholeNumber(metadata["version"], "signing.metadata.version", from: 1)
    let expires = time(metadata["expires"], "signing.metadata.expires")
    let signatures = signatures(metadata["signatures"], "signing.metadata.signatures")
    let statements = self.signatures(statement["signatures"], "signing.statement.signatures")
    guard let sequence, let version, let expires else { return nil }
    return ReleaseSigning(
      sequence: sequence, version: version, expires: expires, signatures: signatures, statement: statements)
  }

  private mutating func object(
    _ value: JSONValue?, _ field: String, _ known: Set<String>
  ) -> [String: JSONValue]? {
    guard case .object(let members)? = value else {
      collector.add(field, .missingField, "give an object with \(known.sorted().joined(separator: ", "))")
      return nil
    }
    collector.refuseUnknown(members.keys, knowing: known, in: field)
    return members
  }

  private mutating func time(_ value: JSONValue?, _ field: String) -> Timestamp? {
    guard case .string(let text)? = value, let time = Timestamp(parsing: text) else {
      collector.add(field, .invalidExpiry, "the field must be a time; write YYYY-MM-DDTHH:MM:SSZ")
      return nil
    }
    return time
  }

  private mutating func signatures(_ value: JSONValue?, _ field: String) -> [MetadataSignature] {
    guard case .array(let elements)? = value, elements.count <= Self.maximumSignatures else {
      collector.add(
        field, .missingField, "give a list of up to \(Self.maximumSignatures) objects with keyid and sig")
      return []
    }
    return elements.enumerated().compactMap { index, element in
      guard case .object(let members) = element, members.count == 2,
        case .string(let keyid)? = members["keyid"],
        case .string(let sig)? = members["sig"]
      else {
        collector.add(
          "\(field).\(index)", .invalidRequest, "the element must be an object with keyid and sig only")
        return nil
      }
      return MetadataSignature(keyid: ExactText(keyid), sig: ExactText(sig))
    }
  }
}
