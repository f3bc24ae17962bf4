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

  /// - Parameter warnings: those of the command that wrote it, for programs; nil when it has none to give.
  func report(saying sentences: [String], warnings: [JSONValue]? = nil) throws -> Report {
    let progress = try ceremony.progress()
    let files = Dictionary(ceremony.proposal.files.map { ($0.role, $0.envelope) }) { first, _ in first }
    let rows = try progress.map { step in
      let header = try Header(files[step.role])
      return [
        step.isOfPreviousRoot ? "\(step.role) (keys until now)" : step.role.string, "\(header.version)",
        header.expires, "\(min(Int64(step.signers.count), step.threshold)) of \(step.threshold)",
        names.text(step.signers),
        step.missing == 0 ? "" : names.text(step.keys.subtracting(step.signers)),
      ]
    }
    var members: [String: JSONValue] = [
      "file": .string(path), "missing": .integer(try missing), "files": .array(try progress.map(json)),
    ]
    members["releases"] = try CeremonyReleases(ceremony).json
    members["warnings"] = warnings.map(JSONValue.array)
    members["release"] = ceremony.part.map { .string($0.release.path.string) }
    return Report(
      json: .object(members),
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

  /// Throws `threshold_not_met` unless it can be published, saying who may still sign.
  func requireSignatures() throws {
    guard let short = try ceremony.progress().first(where: { $0.missing > 0 }) else { return }
    let others = names.text(short.keys.subtracting(short.signers))
    throw CommandError(
      .failed, "threshold_not_met",
      "'\(short.role)' has \(short.signers.count) of the \(Sentence.count(short.threshold, "signature")) that it needs; "
        + "\(short.missing) more of \(others) would have to sign",
      hint: "relctl trust sign \(path) --key NAME")
  }

  private var next: String {
    get throws(TrustError) {
      guard try missing == 0 else {
        let (count, verb) = (Sentence.count(try missing, "signature"), try missing == 1 ? "is" : "are")
        return "\(count) \(verb) missing: pass the file on, then 'relctl trust sign \(path) --key NAME'"
      }
      // Whoever copies the line gets the file that wrappers pin as well.
      let rootOut = ceremony.current == nil ? " --root-out root.json" : ""
      return ceremony.part == nil
        ? "Everything is signed: relctl trust publish \(path)\(rootOut)"
        : "Everything is signed: give the command that wrote it again, with --signing \(path) in place of --signing-out"
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
