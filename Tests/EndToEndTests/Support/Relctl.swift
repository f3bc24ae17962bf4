import Glibc
import ReleaseTesting
import Testing

/// Runs the relctl that was built beside these tests.
enum Relctl {
  /// What one run did.
  struct Outcome: CustomStringConvertible {
    let status: Int32
    let output: String
    let error: String

    var description: String { "status \(status)\n--- output\n\(output)--- error\n\(error)" }
  }

  /// `.build/<configuration>/relctl`, beside the test bundle that is running.
  static let path: String = {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let executable = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    // The tests run either as their own bundle or inside the toolchain's helper, which gets the bundle's path.
    let bundle = ([executable] + CommandLine.arguments).first { $0.contains(".xctest") } ?? executable
    var parts = bundle.split(separator: "/", omittingEmptySubsequences: false)
    if let index = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) { parts.removeSubrange(index...) }
    return (parts + ["relctl"]).joined(separator: "/")
  }()

  /// Runs `relctl` with the given words and nothing in its environment but what is given.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Outcome {
    try run(path, arguments, environment: environment, input: input)
  }

  /// Runs a script of the shell in which `$relctl` is the program: for redirections, and for words that are not text.
  /// Whatever it runs is ended after a minute, so that a program that waits for ever fails its test.
  static func shell(
    _ script: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> Outcome {
    var environment = environment
    environment["relctl"] = path
    environment["PATH"] = "/usr/bin:/bin"
    return try run(
      "/usr/bin/timeout", ["60", "/bin/sh", "-c", "cd '\(folder.path)' && \(script)"],
      environment: environment, input: [])
  }

  private static func run(
    _ program: String, _ arguments: [String], environment: [String: String], input: [UInt8]
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let inputPath = try folder.write(input, to: "input")
    let outputPath = try folder.write([], to: "output")
    let errorPath = try folder.write([], to: "error")
    let descriptors = [
      open(inputPath, O_RDONLY | O_CLOEXEC), open(outputPath, O_WRONLY | O_CLOEXEC),
      open(errorPath, O_WRONLY | O_CLOEXEC),
    ]
    defer { descriptors.forEach { close($0) } }
    let child = try ChildProcess(
      program, arguments, environment: environment, input: descriptors[0], output: descriptors[1],
      error: descriptors[2])
    guard case .exited(let status) = child.wait() else {
      throw ChildProcess.Failure(message: "\(program) \(arguments) was killed by a signal")
    }
    return Outcome(
      status: status, output: String(decoding: try folder.read("output"), as: UTF8.self),
      error: String(decoding: try folder.read("error"), as: UTF8.self))
  }
}
