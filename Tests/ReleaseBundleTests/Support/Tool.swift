import Foundation
import ReleaseTesting
import Testing

/// A program that other people wrote, found on the PATH.
struct Tool: Sendable, CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }

  /// Whether the program is installed; tests that need it say so and are skipped otherwise.
  var isInstalled: Bool { InstalledProgram.path(of: name) != nil }

  /// Runs a shell script in `folder` under a locale that knows UTF-8; fails with what it printed.
  static func run(_ script: String, in folder: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-eu", "-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(script)\n\(String(decoding: printed, as: UTF8.self))")
  }
}
