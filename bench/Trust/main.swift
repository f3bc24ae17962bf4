// bench-trust URL ROOT CHANNEL VERSION FOLDER ROUNDS: what trust costs a device once nothing has changed. Prints the
// median CPU milliseconds of a refresh, and of the verification of one release after it. Only the benchmarks run it.

import Glibc
import HTTPClient
import ReleaseModel
import ReleaseTrust
import TrustTransport

let arguments = CommandLine.arguments
guard arguments.count == 7, let rounds = Int(arguments[6]), rounds > 0 else {
  print("usage: bench-trust URL ROOT CHANNEL VERSION FOLDER ROUNDS")
  throw TrustError(.metadataFetchFailed, "six arguments are needed")
}
let repository = try WebAddress(parsing: arguments[1])
let root = try readFile(arguments[2])
let channel = try Channel(parsing: arguments[3])
let version = try SemanticVersion(parsing: arguments[4])

var refreshes: [Double] = []
var verifications: [Double] = []
for round in 0...rounds {
  // A client and a store of its own each time, as a device that was started again has them.
  let fetcher = HTTPMetadataFetcher(folder: repository, client: HTTPClient(configuration: .trust))
  let start = processorMilliseconds()
  var updater = try Updater(
    store: try TrustStore(folder: arguments[5]), fetcher: fetcher, pinnedRoot: root, referenceTime: now(),
    rootQuestion: .withTimestamp)
  try updater.refresh()
  let refreshed = processorMilliseconds()
  let states = try ReleaseStates(try updater.delegatedTargets(of: ReleaseRole.status))
  let releases = try updater.delegatedTargets(of: ReleaseRole.name(of: channel))
  let path = ReleaseRole.path(of: version, on: channel)
  guard let file = releases.targets[path], !states.isWithdrawn(version, on: channel) else {
    throw TrustError(.releaseNotSigned, "'\(path)' is not offered")
  }
  _ = try SignedRelease(file, at: path)
  // The first round fetches everything; it is another question.
  guard round > 0 else { continue }
  refreshes.append(refreshed - start)
  verifications.append(processorMilliseconds() - refreshed)
}
print(median(refreshes), median(verifications))

/// User and system time of this process.
func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

func now() -> Timestamp { Timestamp(secondsSinceEpoch: Int64(time(nil))) }

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func readFile(_ path: String) throws -> [UInt8] {
  guard let file = fopen(path, "r") else {
    throw TrustError(.trustStoreFailed, "cannot open '\(path)'")
  }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
}
