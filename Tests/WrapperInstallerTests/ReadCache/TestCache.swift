import ReleaseTesting
import Synchronization

@testable import WrapperInstaller

/// A cache in a folder of its own, with a clock that a test moves and a server that says what a test wants.
final class TestCache: Sendable {
  let folder: TemporaryFolder
  private let clock = Mutex<Int64>(1_784_700_000)
  private let response = Mutex(ReadResponse.unreachable(reason: "unreachable"))
  private let asked = Mutex<[String?]>([])

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path("cache") }

  /// The entity tags that the server was sent, in order.
  var questions: [String?] { asked.withLock { $0 } }

  /// The names in the folder, without the marks of invalidations.
  func entries() throws -> [String] { try folder.names(in: "cache").filter { $0.hasSuffix(".entry") } }

  func pass(seconds: Int64) { clock.withLock { $0 += seconds } }

  func says(_ response: ReadResponse) { self.response.withLock { $0 = response } }

  func says(_ text: String, entityTag: String? = nil) {
    says(.answered(status: 200, body: Array(text.utf8), entityTag: entityTag))
  }

  func cache(_ scope: DataScope = .test, limits: CacheLimits = CacheLimits()) -> ReadCache {
    ReadCache(folder: path, scope: scope, limits: limits) { self.clock.withLock { $0 } }
  }

  func read(
    _ name: String = "a", in cache: ReadCache? = nil, as kind: ReadKind = .summary,
    _ mode: ReadMode = .preferFresh
  ) async -> ReadResult {
    await (cache ?? self.cache()).read(.test(name), as: kind, mode) { entityTag in
      self.asked.withLock { $0.append(entityTag) }
      return self.response.withLock { $0 }
    }
  }
}

extension DataScope {
  static let test = DataScope(
    environment: "https://api.example", actor: "user@example.com", session: "s3cret")
}

extension ReadKey {
  static func test(_ name: String) -> ReadKey { ReadKey(group: "things", name: name) }
}

extension ReadResult {
  /// The text of the answer; nil when there is none.
  var text: String? {
    if case .answer(let answer) = self { String(decoding: answer.body, as: UTF8.self) } else { nil }
  }

  var source: ReadAnswer.Source? {
    if case .answer(let answer) = self { answer.source } else { nil }
  }
}
