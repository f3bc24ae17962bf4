extension SQLiteSession {
  private static let name = "restore"

  func restoreMark() throws -> RestoreMark? {
    let number = try first("SELECT value FROM counter WHERE name = ?", [.text(Self.name)]) { row in
      try row.number(0)
    }
    guard let number else { return nil }
    guard let mark = RestoreMark(rawValue: number) else {
      throw RegistryError(
        .databaseDamaged, "counter 'restore' has the value \(number), which is none; restore a backup")
    }
    return mark
  }

  func set(_ mark: RestoreMark?) throws {
    guard let mark else {
      _ = try connection.run("DELETE FROM counter WHERE name = ?", [.text(Self.name)])
      return
    }
    _ = try connection.run(
      "INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [.text(Self.name), .integer(mark.rawValue)])
  }

  /// Marks a database that nobody has open as a copy that a backup wrote.
  static func markAsCopy(_ path: String) throws(RegistryError) {
    do {
      try SQLiteSession(try SQLiteConnection(path: path, mode: .readWrite)).set(.unserved)
    } catch {
      throw RegistryError(storage: error)
    }
  }
}
