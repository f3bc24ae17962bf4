import Cryptography
import ReleaseModel
import ReleaseTrust

/// Shows how far a ceremony is.
struct CeremonyReport {
  let ceremony: Ceremony
  let path: String
  let names: KeyNames

  /// How many signatures are still missing, all files together.
  var missing: Int64 {
    get throws(TrustError) { try ceremony.progress().reduce(0) { $0 + $1.missing } }
  }

  func report(saying sentences: [String]) throws -> Report {
    let progress = try ceremony.progress()
    let files = Dictionary(ceremony.proposal.files.map { ($0.role, $0.envelope) }) { first, _ in first }
    let rows = try progress.map { step in
      let header = try Header(files[step.role])
      return [
        step.isOfPreviousRoot ? "\(step.role) (keys until now)" : step.role.string, "\(header.version)",
        header.expires, "\(step.signers.count) of \(step.threshold)", names.text(step.signers),
        step.missing == 0 ? "" : names.text(step.keys.subtracting(step.signers)),
      ]
    }
    return Report(
      json: [
        "file": .string(path), "missing": .integer(try missing), "files": .array(try progress.map(json)),
      ],
      text: .parts([
        .lines(sentences),
        .table(
          Table(
            columns: ["ROLE", "VERSION", "EXPIRES", "SIGNED", "BY", "STILL MAY SIGN"], rows: rows,
            whenEmpty: "There is nothing in it.")),
        .lines([try next]),
      ]))
  }

  private func json(_ step: Ceremony.Progress) throws -> JSONValue {
    func ids(_ keys: Set<PublicKey>) -> JSONValue {
      .array(keys.map { TUFKey($0).keyid.string }.sorted().map(JSONValue.string))
    }
    return [
      "role": .string(step.role.string), "ofPreviousRoot": .bool(step.isOfPreviousRoot),
      "threshold": .integer(step.threshold), "keyids": ids(step.keys), "signedBy": ids(step.signers),
    ]
  }

  private var next: String {
    get throws(TrustError) {
      try missing == 0
        ? "Everything is signed: relctl trust publish \(path)"
        : "\(try missing) signatures are missing: pass the file on, then 'relctl trust sign \(path) --key NAME'"
    }
  }

  /// What all files say of themselves.
  private struct Header {
    let version: Int64
    let expires: String

    init(_ envelope: Envelope?) throws(TrustError) {
      guard case .integer(let version)? = envelope?.signed["version"],
        case .text(let expires)? = envelope?.signed["expires"]
      else { throw TrustError(.invalidMetadata, "a file of the ceremony has no version") }
      self.version = version
      self.expires = expires.string
    }
  }
}
