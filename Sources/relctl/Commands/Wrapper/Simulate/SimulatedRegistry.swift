import HTTPServer
import ReleaseModel
import ReleaseRegistry
import WrapperSimulation

/// The registry that simulated devices ask: the one that the command line names, or one in this process over an export.
final class SimulatedRegistry {
  let url: String
  /// The releases that a device can have installed; empty when the fleet names none.
  let releases: [LatestRelease]
  let certificateAuthorityFile: String?
  private let served: (registry: Registry, server: HTTPServer)?
  private let rehearsal: Rehearsal?

  init(_ invocation: Invocation, _ fleet: SimulatedFleet, _ scratch: DeviceScratch) throws {
    let channel = try invocation[SimulateArguments.channel]
    if let path = try invocation[SimulateArguments.offline] {
      var (snapshot, copy) = try ExportFolder(path: ResolvedPath.of(path)).read()
      try Self.requireOwnContract(snapshot, path)
      rehearsal = try Rehearsal(invocation, besides: &snapshot, in: &copy, scratch)
      let data = "\(scratch.path)/registry"
      try Registry.create(at: data, holding: copy)
      let registry = try Registry(opening: data, configuration: RegistryConfiguration())
      let server = try HTTPServer(
        configuration: HTTPServerConfiguration(), router: registry.router,
        errorResponse: Registry.errorResponse
      ) { registry.publicURL = $0 }
      served = (registry, server)
      url = server.url
      certificateAuthorityFile = nil
      releases = try snapshot.downloadable(on: channel, from: server.url)
      return
    }
    try Rehearsal.requireNone(invocation)
    let connection = try ConnectionSettings(invocation)
    served = nil
    rehearsal = nil
    url = connection.server
    certificateAuthorityFile = connection.certificateAuthorityFile
    // A server that is not there is no finding about a fleet. Whatever it answers, it is there.
    _ = try RegistryClient(invocation, needsToken: false).publicResponse(["healthz"])
    let isNeeded = fleet.groups.contains { group in
      if case .release = group.device.installed { true } else { false }
    }
    guard isNeeded else {
      releases = []
      return
    }
    let snapshot = try ReleaseExport.snapshot(of: channel, RegistryClient(invocation, needsToken: true))
    releases = try snapshot.downloadable(on: channel, from: snapshot.publicUrl)
  }

  /// What is decided here must be what the server decides.
  private static func requireOwnContract(_ snapshot: OfflineSnapshot, _ path: String) throws(CommandError) {
    guard snapshot.apiContractVersion != APIContract.version else { return }
    throw CommandError(
      .failed, "api_contract_differs",
      "the server of '\(path)' has the API contract \(snapshot.apiContractVersion), and this relctl \(APIContract.version)",
      hint: "simulate with the relctl that serves")
  }
}
