import ReleaseModel

extension SignedRelease {
  /// Compares an answer with what was signed. Throws the code of the first field that is not as signed, and names all
  /// of them.
  package func verify(_ answer: SignedRelease) throws(TrustError) {
    guard let difference = difference(from: answer) else { return }
    throw TrustError(
      difference.code,
      "the answer about '\(path)' is not what was signed: \(difference.text); nothing of it is used")
  }

  /// The code of the first field that another release has otherwise, and all of those fields in words; nil when it is the
  /// same.
  package func difference(from other: SignedRelease) -> (code: TrustErrorCode, text: String)? {
    let differences = Self.fields.filter { !$0.isEqual(self, other) }
    guard let first = differences.first else { return nil }
    let list = differences.map { "\($0.name) is '\($0.text(other))', signed is '\($0.text(self))'" }
    return (first.code, list.joined(separator: "; "))
  }

  /// Whether another release differs in one field, which is named as on the wire, and in no other.
  package func differs(from other: SignedRelease, onlyIn name: String) -> Bool {
    Self.fields.filter { !$0.isEqual(self, other) }.map(\.name) == [name]
  }

  /// Every field, for messages.
  package var summary: String {
    Self.fields.map { "\($0.name) '\($0.text(self))'" }.joined(separator: ", ")
  }

  /// The same, field by field.
  package var parts: [(name: String, text: String)] { Self.fields.map { ($0.name, $0.text(self)) } }

  /// One field of a release, with the name that it has on the wire.
  private struct Field: Sendable {
    let name: String
    let code: TrustErrorCode
    let text: @Sendable (SignedRelease) -> String

    /// Byte for byte: texts that only look alike are not what was signed.
    func isEqual(_ one: SignedRelease, _ other: SignedRelease) -> Bool {
      text(one).utf8.elementsEqual(text(other).utf8)
    }
  }

  private static let fields: [Field] = [
    Field(name: "channel", code: .channelNotAsSigned) { $0.channel.name },
    Field(name: "releaseVersion", code: .releaseVersionNotAsSigned) { $0.version.description },
    Field(name: "sequence", code: .sequenceNotAsSigned) { "\($0.sequence)" },
    Field(name: "sha256", code: .artifactNotAsSigned) { $0.artifact.description },
    Field(name: "sizeBytes", code: .sizeNotAsSigned) { "\($0.sizeBytes)" },
    Field(name: "tree.sha256", code: .treeNotAsSigned) { $0.tree.sha256.description },
    Field(name: "tree.fileCount", code: .treeNotAsSigned) { "\($0.tree.fileCount)" },
    Field(name: "tree.unpackedBytes", code: .treeNotAsSigned) { "\($0.tree.unpackedBytes)" },
    Field(name: "entryFile", code: .entryFileNotAsSigned) { $0.entryFile },
    Field(name: "wrapperRange", code: .wrapperRangeNotAsSigned) { $0.gates.wrapperRange.description },
    Field(name: "apiContractRange", code: .apiContractRangeNotAsSigned) {
      $0.gates.apiContractRange.description
    },
  ]
}
