import ReleaseModel

/// One version tried against one range.
struct RangeTrial {
  let version: String
  /// `true`, `false` or `invalid`.
  let verdict: String
  /// Why, where it is not plain to see.
  let detail: String?

  init(_ range: VersionRange, version text: String) {
    version = text
    do {
      let parsed = try SemanticVersion(parsing: text)
      switch range.verdict(for: parsed) {
      case .inside: (verdict, detail) = ("true", nil)
      case .outside: (verdict, detail) = ("false", nil)
      case .prereleaseExcluded:
        (verdict, detail) = (
          "false", "a prerelease; no comparator of the range names one of the same major.minor.patch"
        )
      }
    } catch {
      (verdict, detail) = ("invalid", error.message)
    }
  }
}
