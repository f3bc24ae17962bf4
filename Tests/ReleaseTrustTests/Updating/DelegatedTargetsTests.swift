import ReleaseTesting
import ReleaseTrust
import Testing

/// A role that `targets` itself delegates to, asked by its name.
@Suite struct DelegatedTargetsTests {
  private func file(_ text: String) -> TargetFile {
    TargetFile(
      length: Int64(text.utf8.count), hashes: FileHashes(sha256: ExactText(String(repeating: "a", count: 64)))
    )
  }

  private func delegated(_ role: ExactText, in repository: RepositorySimulator) throws -> TargetsMetadata {
    let device = try Device(repository)
    return try withExtendedLifetime(device) { () throws in
      var updater = try device.updater()
      try updater.refresh()
      return try updater.delegatedTargets(of: role)
    }
  }

  @Test func `has the role's target files, as far as the delegation reaches`() throws {
    let repository = try RepositorySimulator()
    let (own, foreign) = (file("own"), file("foreign"))
    try repository.delegate(
      to: "beta", .paths(["beta/*"]),
      files: ["beta/1.zip": own, "production/1.zip": foreign, "beta/a/b": foreign])
    try repository.publishNext("beta")
    #expect(try delegated("beta", in: repository).targets == ["beta/1.zip": own])
  }

  @Test(arguments: ["gamma", "Beta", "targets"] as [ExactText])
  func `a role that targets does not name is refused`(role: ExactText) throws {
    let repository = try RepositorySimulator()
    try repository.delegate(to: "beta")
    try repository.publishNext("beta")
    let error = #expect(throws: TrustError.self) { try delegated(role, in: repository) }
    #expect(error?.code == .roleNotDelegated)
    #expect(error?.message.contains("'\(role)'") == true)
  }

  @Test func `a role that only another role names is none of targets' own`() throws {
    let repository = try RepositorySimulator()
    try repository.delegate(to: "beta")
    try repository.delegate(from: "beta", to: "inner")
    try repository.publishNext("beta", "inner")
    let error = #expect(throws: TrustError.self) { try delegated("inner", in: repository) }
    #expect(error?.code == .roleNotDelegated)
  }

  @Test func `a role that somebody else signed is refused`() throws {
    let repository = try RepositorySimulator()
    try repository.delegate(to: "beta")
    try repository.publishNext("beta")
    repository.signers["beta"] = repository.signers["snapshot"]
    try repository.publishNext("beta")
    let error = #expect(throws: TrustError.self) { try delegated("beta", in: repository) }
    #expect(error?.code == .thresholdNotMet)
  }
}
