import ReleaseModel
import ReleaseTrust
import WrapperSimulation

/// `relctl wrapper simulate --fleet FILE --channel C`
enum WrapperSimulate {
  static let command = Command(
    "simulate", "See what every wrapper of a fleet will do with the releases, before it does",
    discussion: """
      Each distinct wrapper is set up as a device in a folder of its own, with the library that wrappers embed. It asks
      the registry, downloads, verifies, installs, starts, confirms and goes back, all for real. Wrappers that are alike
      in all columns do the same, so one device stands for them; the summary says how many devices were run.

      A scenario makes something go wrong first; then the device must still start something complete, and what counts
      is the installation after that. The network lies by way of a proxy on 127.0.0.1, and a kill is a SIGKILL of a
      process. With disk-full:BYTES writes fail as on a disk that is full after so many bytes. Without BYTES, a full disk
      is only what the device is told when it measures, and so is a wrong clock.

      With a server, a fleet with installed versions needs a token, to look these up.
      """,
    arguments: SimulateArguments.all,
    examples: [
      .init(
        "Does every supported wrapper get 2.14.0, and a way back?",
        "relctl wrapper simulate --fleet fleet.csv --channel production --expect 2.14.0 --expect way-back"),
      .init(
        "In CI, without a server, with a network that breaks",
        "relctl wrapper simulate --fleet fleet.csv --channel production --offline export --scenario plain "
          + "--scenario cut:1000 --scenario kill:activating --junit simulate.xml"),
    ]
  ) { try run($0) }

  private static func run(_ invocation: Invocation) throws -> ExitStatus {
    var defaults = SimulatedFleet.Defaults()
    defaults.platform = try invocation[SimulateArguments.platform]
    defaults.installed = try invocation[SimulateArguments.installed]
    defaults.expectations = try invocation[SimulateArguments.expectations]
    defaults.scenarios = try invocation[SimulateArguments.scenarios]
    let path = try invocation[SimulateArguments.fleet]
    let junit = try invocation[SimulateArguments.junit]
    if let junit { _ = try OutputPath.resolving(junit) }
    let rows = try FleetReading.rows(of: path)
    let fleet = try FleetReading.checking(path) { try SimulatedFleet(rows, defaults) }
    guard !fleet.groups.isEmpty else {
      throw CommandError(
        .usage, "invalid_fleet_file", "'\(path)' names no wrapper, so nothing would be found out",
        hint: "write a heading of columns, then a line for each kind of wrapper")
    }
    let scratch = try DeviceScratch()
    let registry = try SimulatedRegistry(invocation, fleet, scratch)
    let setting = try setting(invocation, registry, scratch)
    let simulation = try FleetReading.checking(
      path,
      hint:
        "a version under 'installed' is one of 'relctl release list \(setting.channel)', and fits its wrapper"
    ) { try Simulation(fleet, in: setting) }
    let bar = SharedProgressBar("simulating", console: invocation.console) { "\($0)" }
    let results = try waiting {
      defer { bar.finish() }
      return try await simulation.run { bar.update(UInt64($0), of: UInt64(fleet.groups.count)) }
    }
    withExtendedLifetime((registry, scratch)) {}
    if let junit {
      try FileWriter.replace(junit, with: Array(JUnitReport("relctl wrapper simulate", results).text.utf8))
    }
    let report = SimulationReport(fleet, results)
    try invocation.console.show(report.report)
    guard let failure = report.failure else { return .ok }
    throw failure
  }

  private static func setting(
    _ invocation: Invocation, _ registry: SimulatedRegistry, _ scratch: DeviceScratch
  ) throws -> SimulationSetting {
    var setting = SimulationSetting(
      server: registry.url, channel: try invocation[SimulateArguments.channel], program: "/proc/self/exe",
      scratch: scratch.path)
    setting.releases = registry.releases
    setting.certificateAuthorityFile = registry.certificateAuthorityFile
    setting.builtInFolder = try invocation[WrapperArguments.builtIn]
    setting.parallel = try invocation[SimulateArguments.parallel]
    if let file = try invocation[WrapperArguments.trustRoot] {
      setting.trustRoot = (
        file, try TrustRootFile.read(file, from: invocation.source(of: WrapperArguments.trustRoot))
      )
    }
    return setting
  }
}
