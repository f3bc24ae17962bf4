/// What a registry knows of having been restored from a backup.
///
/// What was given and signed after the backup is lost here, and devices still know it.
package enum RestoreMark: Int64, Sendable {
  /// A copy that a backup wrote, and that nobody has served yet.
  case unserved = 1
  /// It is being served, and no root has named another key for the registry since: devices that saw newer signed
  /// metadata than the copy has refuse everything.
  case behind = 2
}
