// bench-unpack ZIP SHA256 FOLDER: what a device does with a bundle that it has downloaded, and nothing else: verify
// the archive's digest, inspect it, extract it while hashing every file, sync. Only the benchmarks run it.

import ReleaseBundle
import ReleaseModel

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  print("usage: bench-unpack ZIP SHA256 FOLDER")
  throw BundleError(.inputOutputFailed, "three arguments are needed")
}
let manifest = try BundleExtractor().extract(
  path: arguments[1], into: arguments[3],
  expecting: BundleExpectation(sha256: try Digest(parsing: arguments[2])))
print(manifest.treeSummary.sha256)
