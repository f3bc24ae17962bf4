import FoundationEssentials

@testable import WrapperInstaller

/// What a server might advise about the wrapper.
func advice(
  _ severity: NativeUpdateAdvice.Severity, latest: String? = nil
) throws -> NativeUpdateAdvice {
  var members = ["severity": severity.rawValue]
  members["latestVersion"] = latest
  return try JSONDecoder().decode(NativeUpdateAdvice.self, from: JSONEncoder().encode(members))
}
