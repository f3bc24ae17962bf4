import ReleaseModel
import WrapperSimulation

/// Reads fleet files for commands, and names every bad line of one.
enum FleetReading {
  /// The rows of a file.
  static func rows(of path: String) throws -> [FleetRow] {
    let bytes: [UInt8]
    do throws(CommandError) {
      bytes = try FileReader.read(path).bytes
    } catch {
      throw error.naming("--fleet")
    }
    return try checking(path) { try FleetFile(parsing: bytes).rows }
  }

  /// Runs `body`; the fields that it finds wrong are lines of the file.
  ///
  /// - Parameter hint: what to do about them.
  static func checking<Value>(
    _ path: String, hint: String = "write lines such as '4.4.0,1200', or a heading of columns first",
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as FieldErrors {
      let details = error.errors.map {
        CommandError.Detail(field: $0.field, code: $0.code.rawValue, detail: $0.detail)
      }
      throw CommandError(
        .usage, "invalid_fleet_file", "'\(path)' has \(Sentence.count(details.count, "bad line"))",
        hint: hint, details: details)
    }
  }
}
