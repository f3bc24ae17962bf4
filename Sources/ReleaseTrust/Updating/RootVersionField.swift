/// The header field with which a repository names its newest root along with its timestamp: `TUF-Root-Version: 3`.
///
/// It is worth what a 404 for the next root is worth: neither is signed, and whoever can forge one can forge the other.
package enum RootVersionField {
  /// The field's name.
  package static let name = "TUF-Root-Version"

  /// The value for a version.
  package static func value(_ version: Int64) -> String { String(version) }

  /// The version that an answer names, from 1.
  ///
  /// - Parameter values: the values of all fields of this name.
  /// - Returns: nil when there is none, when there are several, and for what `value` does not write.
  package static func version(parsing values: [String]) -> Int64? {
    guard values.count == 1, let version = Int64(values[0]), version > 0,
      value(version).utf8.elementsEqual(values[0].utf8)
    else { return nil }
    return version
  }
}
