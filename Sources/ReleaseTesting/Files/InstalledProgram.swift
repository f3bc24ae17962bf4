import Foundation

/// Programs that other people wrote; tests that need one say so and are skipped where it is not installed.
package enum InstalledProgram {
  /// The path of a program of this name on the PATH; nil when there is none.
  package static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
