import ReleaseModel
import ReleaseTesting
import ReleaseTrust
import Synchronization
import Testing

@testable import ReleaseRegistry

@Suite struct EndingReminderTests {
  private static let day: Int64 = 86_400
  private let registry: TestRegistry
  private let reminder = EndingReminder()

  init() throws {
    registry = try TestRegistry()
    try registry.trust(Ceremony(registry, channels: "production").first())
  }

  private var due: String? { reminder.due(registry.registry)?.command }

  @Test func `says once a day what people have to sign again`() throws {
    registry.clock.advance(bySeconds: 60 * Self.day)
    #expect(due == nil)
    registry.clock.advance(bySeconds: 1)
    #expect(due == "relctl trust rotate renewal.json --renew production")
    registry.clock.advance(bySeconds: Self.day - 1)
    #expect(due == nil)
    registry.clock.advance(bySeconds: 1)
    #expect(due != nil)
    #expect(due == nil)
  }

  @Test func `a clock that was set back does not keep it silent`() throws {
    registry.clock.advance(bySeconds: 89 * Self.day)
    #expect(due != nil)
    registry.clock.advance(bySeconds: -10 * Self.day)
    #expect(due != nil)
  }

  @Test func `says nothing in development mode`() throws {
    let bare = try TestRegistry()
    bare.clock.advance(bySeconds: 4_000 * Self.day)
    #expect(reminder.due(bare.registry) == nil)
  }

  @Test func `is heard as soon as the registry is served`() throws {
    registry.clock.advance(bySeconds: 61 * Self.day)
    let heard = Mutex<[String]>([])
    let upkeep = RegistryUpkeep(of: registry.registry) { ending in
      heard.withLock { $0.append(ending.code) }
    } report: { _, _ in
    }
    withExtendedLifetime(upkeep) { #expect(heard.withLock { $0 } == ["expiring_metadata"]) }
  }
}
