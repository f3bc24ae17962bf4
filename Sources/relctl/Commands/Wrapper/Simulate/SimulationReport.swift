import ReleaseModel
import WrapperSimulation

/// What a simulation found, for people and for programs.
struct SimulationReport {
  private let fleet: SimulatedFleet
  private let results: [DeviceResult]

  init(_ fleet: SimulatedFleet, _ results: [DeviceResult]) {
    self.fleet = fleet
    self.results = results
  }

  private var failed: [DeviceResult] { results.filter { !$0.objections.isEmpty } }

  /// nil when everything came true.
  var failure: CommandError? {
    guard !failed.isEmpty else { return nil }
    let details = failed.prefix(Self.shownFailures).flatMap { result in
      result.objections.map {
        CommandError.Detail(field: result.group.device.name, code: "expectation_not_met", detail: $0)
      }
    }
    let rest = failed.count - Self.shownFailures
    return CommandError(
      .expectationNotMet, "expectation_not_met",
      "\(failed.count) of \(Sentence.count(results.count, "simulated device")) did not do what has to come true",
      hint: rest > 0 ? "\(rest) more are in the results; --output json and --junit have them all" : nil,
      details: Array(details))
  }

  private static let shownFailures = 20

  var report: Report { Report(json: json, text: .parts([.table(table), .lines([summary])])) }

  private var summary: String {
    let wrappers = Sentence.count(Int(fleet.wrapperCount), "wrapper")
    let devices = Sentence.count(results.count, "distinct device")
    return "\(wrappers); \(devices) run, \(failed.count) of them not as it has to be."
  }

  // MARK: For people

  private var table: Table {
    Table(
      columns: [
        "PLATFORM", "WRAPPER", "INSTALLED", "COHORT", "COUNT", "SCENARIO", "TOLD", "OFFERED", "RUNS",
        "CONFIRMED",
        "WAY BACK", "",
      ],
      rows: results.map(Self.row), whenEmpty: "")
  }

  private static func row(_ result: DeviceResult) -> [String] {
    let device = result.group.device
    let outcome = result.outcome
    let scenario =
      outcome.fault?.happened == false ? "\(device.scenario) (did not happen)" : "\(device.scenario)"
    return [
      device.platform.rawValue, "\(device.wrapperVersion)", "\(device.installed)",
      device.cohort.map { String($0.value) } ?? "-", String(result.group.count), scenario,
      outcome.native?.rawValue ?? "no answer", outcome.offered ?? "nothing", "\(outcome.running)",
      outcome.isConfirmed ? "yes" : "no", "\(outcome.wayBack)", result.objections.isEmpty ? "ok" : "FAILED",
    ]
  }

  // MARK: For programs

  private var json: JSONValue {
    [
      "wrapperCount": .integer(fleet.wrapperCount), "deviceCount": .integer(Int64(results.count)),
      "failedCount": .integer(Int64(failed.count)), "devices": .array(results.map(Self.json)),
    ]
  }

  private static func json(_ result: DeviceResult) -> JSONValue {
    let device = result.group.device
    let outcome = result.outcome
    return [
      "platform": .string(device.platform.rawValue), "wrapperVersion": .string("\(device.wrapperVersion)"),
      "installed": .string("\(device.installed)"),
      "cohort": device.cohort.map { .integer(Int64($0.value)) } ?? .null,
      "scenario": .string("\(device.scenario)"), "count": .integer(result.group.count),
      "expect": .array(device.expectations.map { .string("\($0)") }),
      "nativeStatus": outcome.native.map { .string($0.rawValue) } ?? .null,
      "fault": outcome.fault.map(json) ?? .null,
      "install": json(outcome.attempt),
      "offered": outcome.offered.map { .string($0) } ?? .null, "runs": .string("\(outcome.running)"),
      "confirmed": .bool(outcome.isConfirmed), "wayBack": .string("\(outcome.wayBack)"),
      "takenBack": .bool(outcome.wasTakenBack),
      "objections": .array(result.objections.map { .string($0) }), "met": .bool(result.objections.isEmpty),
    ]
  }

  private static func json(_ fault: DeviceOutcome.FaultTrace) -> JSONValue {
    [
      "happened": .bool(fault.happened), "install": fault.attempt.map(json) ?? .null,
      "runs": .string("\(fault.running)"),
    ]
  }

  private static func json(_ attempt: DeviceOutcome.Attempt) -> JSONValue {
    [
      "outcome": .string(attempt.outcome), "reason": attempt.reason.map { .string($0) } ?? .null,
      "message": .string(attempt.message),
    ]
  }
}
