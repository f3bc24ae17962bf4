import Foundation

/// A program that other people wrote, found on the PATH.
package struct ExternalProgram: Sendable {
  private let name: String
  private let environment: [String: String]

  /// Names the program, and variables that it gets beside this process's own.
  package init(_ name: String, environment: [String: String] = [:]) {
    self.name = name
    self.environment = environment
  }

  /// A program that did not succeed, with what it printed.
  package struct Failure: Error, CustomStringConvertible {
    /// The command, its exit status, and what it printed.
    package let description: String
  }

  /// Runs the program in a folder and returns what it wrote to standard output. Throws `Failure` unless it exits with 0.
  @discardableResult
  package func run(_ arguments: [String], in folder: TemporaryFolder) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    // A file, because two pipes that are read one after the other can block the program.
    let errors = folder.path("errors.\(UUID().uuidString)")
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reasons = try String(contentsOfFile: errors, encoding: .utf8)
      throw Failure(
        description:
          "\(name) \(arguments.joined(separator: " ")): exit \(process.terminationStatus)\n\(reasons)")
    }
    return [UInt8](printed)
  }
}
