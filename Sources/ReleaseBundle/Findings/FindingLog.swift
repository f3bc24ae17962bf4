/// Collects findings, and stops keeping them when a hostile input makes too many.
struct FindingLog {
  /// The most errors, and the most warnings, that are kept.
  static let capacity = 1_000

  private var errors: [BundleFinding] = []
  private var warnings: [BundleFinding] = []
  private var dropped = 0

  /// Whether something was found that refuses the bundle.
  var hasErrors: Bool { !errors.isEmpty }

  /// What was found, errors first, each in the order it was reported; at the end, when there was more, how much.
  var findings: [BundleFinding] {
    guard dropped > 0 else { return errors + warnings }
    let marker = BundleFinding(
      code: .tooManyFindings, severity: hasErrors ? .error : .warning, entry: nil,
      detail: "there are \(dropped) more findings; mend these first")
    return errors + warnings + [marker]
  }

  /// Notes something that refuses the bundle.
  mutating func refuse(_ code: BundleFindingCode, entry: String? = nil, _ detail: @autoclosure () -> String) {
    guard errors.count < Self.capacity else { return dropped += 1 }
    errors.append(BundleFinding(code: code, severity: .error, entry: entry, detail: detail()))
  }

  /// Notes something that somebody should look at.
  mutating func warn(_ code: BundleFindingCode, entry: String? = nil, _ detail: @autoclosure () -> String) {
    guard warnings.count < Self.capacity else { return dropped += 1 }
    warnings.append(BundleFinding(code: code, severity: .warning, entry: entry, detail: detail()))
  }
}
