import ReleaseTesting
import ReleaseTrust
import Testing

/// 5.6.7 of the specification: the order in which roles are asked.
@Suite struct DelegationWalkTests {
  private let repository: RepositorySimulator
  private let device: Device
  private let file = TargetFile(length: 3, hashes: FileHashes(of: Array("abc".utf8)))

  init() throws {
    repository = try RepositorySimulator()
    device = try Device(repository)
  }

  private struct Edge: Sendable {
    let parent: ExactText
    let role: ExactText
    var patterns: [ExactText] = ["*"]
    var isTerminating = false
  }

  /// The delegated roles that a search for a file nobody has asks, in order.
  private func asked(_ edges: [Edge], for path: ExactText = "f") throws -> [String] {
    for edge in edges {
      try repository.delegate(
        from: edge.parent, to: edge.role, .paths(edge.patterns), isTerminating: edge.isTerminating)
    }
    try repository.publishMetadata()
    #expect(try device.find(path) == nil)
    return repository.requests.compactMap { request in
      let role = request.dropFirst(2).dropLast(5)
      return request.hasPrefix("1.") && role.count == 1 ? String(role) : nil
    }
  }

  @Test func `asks pre-order and depth first, in the order of the list`() throws {
    let edges = [
      Edge(parent: "targets", role: "A"), Edge(parent: "targets", role: "B"),
      Edge(parent: "targets", role: "C"),
      Edge(parent: "A", role: "D"), Edge(parent: "A", role: "E"), Edge(parent: "D", role: "F"),
    ]
    #expect(try asked(edges) == ["A", "D", "F", "E", "B", "C"])
  }

  @Test func `asks a role once, in a diamond and in a circle`() throws {
    let edges = [
      Edge(parent: "targets", role: "A"), Edge(parent: "targets", role: "B"),
      Edge(parent: "A", role: "C"), Edge(parent: "B", role: "C"), Edge(parent: "C", role: "A"),
      Edge(parent: "C", role: "C"),
    ]
    #expect(try asked(edges) == ["A", "C", "B"])
  }

  @Test func `stops after a terminating role that may hold the file`() throws {
    let edges = [
      Edge(parent: "targets", role: "A"), Edge(parent: "targets", role: "B"),
      Edge(parent: "A", role: "C", isTerminating: true), Edge(parent: "A", role: "D"),
      Edge(parent: "C", role: "E"),
    ]
    #expect(try asked(edges) == ["A", "C", "E"])
  }

  @Test func `goes on after a terminating role that may not hold the file`() throws {
    let edges = [
      Edge(parent: "targets", role: "A", patterns: ["x"], isTerminating: true),
      Edge(parent: "targets", role: "B"),
    ]
    #expect(try asked(edges) == ["B"])
  }

  @Test func `believes the first role that has the file`() throws {
    let other = TargetFile(length: 4, hashes: FileHashes(of: Array("abcd".utf8)))
    try repository.delegate(to: "first", files: ["f": file])
    try repository.delegate(to: "second", files: ["f": other])
    try repository.publishMetadata()
    let found = try #require(try device.find("f"))
    #expect(found.role == "first")
    #expect(found.file == file)
    #expect(!repository.requests.contains("1.second.json"))
  }

  @Test func `asks no more roles than it may`() throws {
    device.limits.delegations = 2
    for role in ["A", "B", "C"] as [ExactText] { try repository.delegate(to: role) }
    repository.contents["C"]?.files = ["f": file]
    repository.contents["B"]?.files = ["g": file]
    try repository.publishMetadata()
    #expect(try device.find("g") != nil)
    let error = try #require(throws: TrustError.self) { try device.find("f") }
    #expect(error.code == .tooManyDelegations)
  }

  @Test func `verifies a role for each delegator that leads to it`() throws {
    // B lists the role C with another key than A does.
    try repository.delegate(to: "A", .paths(["a*"]))
    try repository.delegate(to: "B", .paths(["b*"]))
    try repository.delegate(from: "A", to: "C")
    let genuine = repository.signers["C"]
    repository.signers["C"] = nil
    try repository.delegate(from: "B", to: "C")
    repository.signers["C"] = genuine
    repository.contents["C"]?.files = ["a": file, "b": file]
    try repository.publishMetadata()
    var updater = try device.updater()
    try updater.refresh()
    #expect(try updater.target(at: "a") != nil)
    let error = #expect(throws: TrustError.self) { try updater.target(at: "b") }
    #expect(error?.code == .thresholdNotMet)
  }
}
