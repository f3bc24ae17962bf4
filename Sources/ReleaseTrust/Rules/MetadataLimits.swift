/// How much of everything is accepted. The defaults are those of the reference client.
package struct MetadataLimits: Sendable {
  /// The bytes of a root file.
  package var rootBytes = 512_000
  /// The bytes of a timestamp file; its length is stated nowhere.
  package var timestampBytes = 16_384
  /// The bytes of a snapshot file, whatever timestamp states.
  package var snapshotBytes = 2_000_000
  /// The bytes of a targets file and of each delegated role's, whatever snapshot states.
  package var targetsBytes = 5_000_000
  /// How many new roots one refresh follows; the next refresh goes on.
  package var rootRotations = 256
  /// How many delegated roles one search for a target asks.
  package var delegations = 32

  package init() {}
}
