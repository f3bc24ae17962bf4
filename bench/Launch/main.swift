// bench-launch DOCUMENTS WRAPPER-VERSION COUNT [--rehash]: begins launches on a device, and prints how many milliseconds
// each took. Only the benchmarks run it.

import WrapperInstaller

let arguments = CommandLine.arguments
guard arguments.count >= 4, let count = Int(arguments[3]) else {
  print("usage: bench-launch DOCUMENTS WRAPPER-VERSION COUNT [--rehash]")
  throw CancellationError()
}
var settings = InstallerSettings()
settings.rehashesAtLaunch = arguments.contains("--rehash")
let installer = ReleaseInstaller(documentsFolder: arguments[1], settings: settings)
for _ in 0..<count {
  let began = ContinuousClock.now
  let result = try await installer.beginLaunch(wrapperVersion: arguments[2])
  let took = began.duration(to: .now)
  guard result.notices.isEmpty, let launch = result.launch else {
    print("the launch was not an ordinary one: \(result)")
    throw CancellationError()
  }
  print(took / .milliseconds(1))
  // A pending release would be taken back after a few launches of which nothing is heard.
  _ = try await installer.report(.ended(.byUser), token: launch.token)
}
