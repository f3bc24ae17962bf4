import ReleaseModel
import WrapperSimulation

/// The arguments of `relctl wrapper simulate`.
enum SimulateArguments {
  static let channel = Argument.requiredOption(
    "--channel", "CHANNEL", "the channel that the wrappers follow", parse: Channel.init(parsing:))
  static let fleet = Argument.requiredOption(
    "--fleet", "FILE",
    "the wrappers: CSV with a heading of platform, wrapperVersion, installed, count, cohort, expect and scenario, "
      + "or JSON with these members", suggesting: .file, parse: Parse.path)
  static let platform = Argument.option(
    "--platform", "PLATFORM", "for wrappers of which the fleet does not say", parse: Platform.init(parsing:))
  static let installed = Argument.option(
    "--installed", "none|built-in|VERSION", "for wrappers of which the fleet does not say",
    default: InstalledBefore.builtIn, shownAs: "built-in", parse: InstalledBefore.init(parsing:))
  static let expectations = Argument.repeatedOption(
    "--expect", "WHAT",
    "what has to come true for wrappers of which the fleet does not say: a version, 'some', 'built-in', 'none', "
      + "'way-back', 'taken-back', or what they are told about themselves; exit with status 6 unless it does",
    parse: Expectation.init(parsing:))
  static let scenarios = Argument.repeatedOption(
    "--scenario", "SCENARIO",
    "what happens to wrappers of which the fleet does not say, once for each: "
      + Scenario.forms.joined(separator: ", "),
    parse: Scenario.init(parsing:))
  static let offline = Argument.option(
    "--offline", "DIR", "ask no server, but a folder that 'relctl release export --folder' wrote",
    suggesting: .folder, parse: Parse.path)
  static let junit = Argument.option(
    "--junit", "FILE", "write the results as JUnit XML, too", suggesting: .file, parse: Parse.path)
  static let parallel = Argument.option(
    "--parallel", "N", "how many devices run at once", default: 4, shownAs: "4",
    parse: Parse.integer(in: 1...64))

  static let bundle = Argument.option(
    "--with", "BUNDLE",
    "a bundle, or a folder to pack first, that is offered as if it was published; needs --offline and the next three",
    suggesting: .file, parse: Parse.path)
  static let version = Argument.option(
    "--version", "VERSION", "the version of that release", parse: SemanticVersion.init(parsing:))
  static let wrapperRange = Argument.option(
    "--wrapper-range", "RANGE", "the wrappers that can run it", parse: ReleaseGates.gate)
  static let apiContractRange = Argument.option(
    "--api-contract-range", "RANGE", "the API contracts that it can talk to", parse: ReleaseGates.gate)

  static let all: [any Declared] =
    [
      channel, fleet, platform, installed, expectations, scenarios, offline, bundle, version, wrapperRange,
      apiContractRange, ReleasePublish.entryFile, WrapperArguments.builtIn,
      WrapperArguments.trustRoot, junit, parallel,
    ] + ServerArguments.all
}
