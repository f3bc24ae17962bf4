package import ReleaseModel

/// What happens to a device while it installs, in one word such as `cut:1000`.
package enum Scenario: Sendable, Hashable {
  /// Nothing goes wrong.
  case plain
  /// Something between the device and the server.
  case network(NetworkFault)
  /// The device's process is killed (SIGKILL) when it begins this stage.
  case kill(DeviceStage)
  /// The disk has no room, and the device finds that out before it fetches anything.
  case diskFull
  /// The disk has room when the device measures, and is full after so many bytes of the archive and its files: the write
  /// that finds no room fails with `ENOSPC`.
  case diskFills(afterBytes: UInt64)
  /// The page of the new release never says that it works, however long its user looks at it.
  case neverConfirms
  /// The app ends by itself each time that it starts the new release.
  case crashes
  /// The store replaces the wrapper with this version after the installation.
  case storeUpdate(SemanticVersion)
  /// The device's clock is wrong by so many seconds.
  case wrongClock(Int64)

  /// The forms, for messages and help.
  package static let forms = [
    "plain", "cut:BYTES", "slow:BYTES-PER-SECOND", "status:CODE", "wrong-hash", "wrong-signature",
    "kill:STAGE", "disk-full", "disk-full:BYTES", "never-confirms", "crashes", "store-update:VERSION",
    "clock:+YEARS or clock:-YEARS",
  ]

  /// Reads a word; fails with `invalid_scenario`, naming the forms.
  package init(parsing text: String) throws(ModelError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count == 2 ? String(parts[1]) : nil
    guard let scenario = Self.scenario(String(parts[0]), value) else {
      throw ModelError(
        ProblemCode("invalid_scenario"),
        "'\(text.prefix(60))' is no scenario; write one of \(Self.forms.joined(separator: ", ")); the stages are "
          + DeviceStage.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self = scenario
  }

  private static func scenario(_ name: String, _ value: String?) -> Scenario? {
    guard let value else {
      switch name {
      case "plain": return .plain
      case "wrong-hash": return .network(.wrongHash)
      case "wrong-signature": return .network(.wrongSignature)
      case "disk-full": return .diskFull
      case "never-confirms": return .neverConfirms
      case "crashes": return .crashes
      default: return nil
      }
    }
    switch name {
    case "cut": return number(value, from: 0).map { .network(.cut(at: $0)) }
    case "slow": return number(value, from: 1).map { .network(.slow(bytesPerSecond: $0)) }
    case "status": return number(value, from: 500).flatMap { $0 < 600 ? .network(.status(Int($0))) : nil }
    case "disk-full": return number(value, from: 0).map { .diskFills(afterBytes: $0) }
    case "kill": return DeviceStage(rawValue: value).map { .kill($0) }
    case "store-update": return version(value).map { .storeUpdate($0) }
    case "clock": return years(value).map { .wrongClock($0 * secondsPerYear) }
    default: return nil
    }
  }

  private static let secondsPerYear: Int64 = 31_556_952

  private static func number(_ text: String, from least: UInt64) -> UInt64? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = UInt64(text), number >= least, number <= 1 << 40
    else { return nil }
    return number
  }

  private static func years(_ text: String) -> Int64? {
    guard let sign = text.first, "+-".contains(sign), let years = number(String(text.dropFirst()), from: 1),
      years <= 50
    else { return nil }
    return sign == "-" ? -Int64(years) : Int64(years)
  }

  private static func version(_ text: String) -> SemanticVersion? {
    do {
      return try SemanticVersion(parsing: text)
    } catch {
      return nil
    }
  }
}

extension Scenario: CustomStringConvertible {
  package var description: String {
    switch self {
    case .plain: "plain"
    case .network(let fault): fault.description
    case .kill(let stage): "kill:\(stage.rawValue)"
    case .diskFull: "disk-full"
    case .diskFills(let bytes): "disk-full:\(bytes)"
    case .neverConfirms: "never-confirms"
    case .crashes: "crashes"
    case .storeUpdate(let version): "store-update:\(version)"
    case .wrongClock(let seconds): "clock:\(seconds < 0 ? "-" : "+")\(abs(seconds) / Self.secondsPerYear)"
    }
  }
}
