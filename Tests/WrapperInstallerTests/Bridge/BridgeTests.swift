import ReleaseTrust
import Synchronization
import Testing

@testable import WrapperInstaller

@Suite struct BridgeTests {
  private func answer(
    _ device: ScriptedDevice, _ type: String, _ params: String = "{}", canRestart: Bool = true
  ) async -> String {
    await answer(Bridge(device, canRestart: canRestart), type, params)
  }

  private func answer(_ bridge: Bridge, _ type: String, _ params: String = "{}") async -> String {
    let message = #"{"id":"a","type":"\#(type)","params":\#(params)}"#
    return String(decoding: await bridge.answer(Array(message.utf8)), as: UTF8.self)
  }

  private func installed(_ version: String) -> InstallResult {
    InstallResult(
      outcome: .installed, reason: nil, message: "\(version) is installed", offeredVersion: version,
      current: InstalledRelease(record(version)), notices: [])
  }

  private func record(_ version: String) -> ReleaseRecord {
    do {
      return try WrapperInstallerTests.record(version)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  @Test func `a check says how it ended and what to show`() async throws {
    let device = try ScriptedDevice {
      $0.install = .success(installed("1.1.0"))
      $0.state = .success(.installed)
    }
    let expected =
      #"{"data":{"message":"1.1.0 is installed","offer":{"kind":"web","message":null,"storeUrl":null,"version":"1.1.0"},"#
      + #""offeredVersion":"1.1.0","outcome":"installed","reason":null},"id":"a","ok":true}"#
    #expect(await answer(device, "release.checkForUpdate") == expected)
    #expect(device.calls == ["install", "advice"])
  }

  @Test func `a check that finds nothing offers nothing`() async throws {
    let reply = await answer(try ScriptedDevice(), "release.checkForUpdate")
    #expect(reply.contains(#""offer":{"kind":"nothing","#))
    #expect(reply.contains(#""outcome":"current""#))
  }

  @Test func `an update that cannot be restarted into is not offered`() async throws {
    let device = try ScriptedDevice {
      $0.install = .success(installed("1.1.0"))
      $0.state = .success(.installed)
    }
    let reply = await answer(device, "release.checkForUpdate", canRestart: false)
    #expect(reply.contains(#""kind":"nothing""#))
  }

  @Test func `what was heard of the wrapper holds while the server does not answer`() async throws {
    let required = try advice(.required, latest: "4.7.0")
    let device = try ScriptedDevice { $0.advice = .success(required) }
    let bridge = Bridge(device)
    #expect(await answer(bridge, "release.checkForUpdate").contains(#""kind":"nativeRequired""#))
    device.script.withLock {
      $0.advice = .failure(InstallerError(.checkFailed, during: .check, "gone"))
    }
    let reply = await answer(bridge, "release.checkForUpdate")
    #expect(reply.contains(#""ok":true"#))
    #expect(reply.contains(#""kind":"nativeRequired","message":null,"storeUrl":null,"version":"4.7.0""#))
  }

  @Test func `a check that fails says why`() async throws {
    let device = try ScriptedDevice {
      $0.install = .failure(InstallerError(.installInProgress, during: .check, "somebody else is"))
    }
    #expect(
      await answer(device, "release.checkForUpdate")
        == #"{"error":{"code":"install_in_progress","message":"somebody else is","retryable":true},"id":"a","ok":false}"#
    )
  }

  @Test(
    arguments: [
      (.restarting, #""data":{"state":"restarting"}"#), (.unsupported, #""code":"unsupported""#),
      (.noUpdateInstalled, #""code":"no_update_installed""#),
    ] as [(RestartBeginning, String)])
  func `a restart begins, or says why not`(beginning: RestartBeginning, expected: String) async throws {
    let device = try ScriptedDevice { $0.restart = .success(beginning) }
    #expect(await answer(device, "release.restartWithInstalledUpdate").contains(expected))
  }

  @Test(arguments: WrapperInstaller.Confirmation.allCases)
  func `a page's word is passed on, and what became of it comes back`(
    confirmation: WrapperInstaller.Confirmation
  ) async throws {
    let device = try ScriptedDevice { $0.confirmation = .success(confirmation) }
    let reply = await answer(device, "release.confirm", #"{"token":"t1"}"#)
    #expect(device.calls == ["confirm t1"])
    if [.confirmed, .builtIn].contains(confirmation) {
      #expect(reply == #"{"data":{"outcome":"\#(confirmation.rawValue)"},"id":"a","ok":true}"#)
    } else {
      #expect(reply.contains(#""code":"\#(confirmation.rawValue)""#))
      #expect(reply.contains(#""ok":false"#))
    }
  }

  @Test func `a declined update makes room for the next, and is kept`() async throws {
    let recommended = try advice(.recommended, latest: "4.7.0")
    let device = try ScriptedDevice {
      $0.install = .success(installed("1.1.0"))
      $0.state = .success(.installed)
      $0.advice = .success(recommended)
    }
    let kept = Mutex<[UpdateDecision]>([])
    let bridge = Bridge(
      device,
      priority: SharedPriority(UpdatePriority(canRestart: true)) { decisions in
        kept.withLock { $0 = decisions }
      })
    #expect(await answer(bridge, "release.checkForUpdate").contains(#""kind":"nativeRecommended""#))
    let declined = await answer(bridge, "release.decline", #"{"update":"native","version":"4.7.0"}"#)
    #expect(declined.contains(#""offer":{"kind":"web""#))
    #expect(
      kept.withLock { $0 }
        == [UpdateDecision(kind: .native, version: "4.7.0", declinedAt: "2026-07-22T06:40:00Z")])
  }

  @Test(arguments: [
    ("release.decline", #"{"update":"native","version":"4.7.0"}"#), ("release.returnedFromStore", "{}"),
  ])
  func `a required update that the user passes by makes room until a check says required again`(
    type: String, params: String
  ) async throws {
    let required = try advice(.required, latest: "4.7.0")
    let device = try ScriptedDevice {
      $0.install = .success(installed("1.1.0"))
      $0.state = .success(.installed)
      $0.advice = .success(required)
    }
    let full = InstallerError(.diskFull, during: .status, "full")
    let bridge = Bridge(
      device,
      priority: SharedPriority(UpdatePriority(canRestart: true)) { (_) throws(InstallerError) in throw full })
    #expect(await answer(bridge, "release.checkForUpdate").contains(#""kind":"nativeRequired""#))
    let reply = await answer(bridge, type, params)
    #expect(reply.contains(#""ok":true"#))
    #expect(reply.contains(#""offer":{"kind":"web""#))
    #expect(await answer(bridge, "release.checkForUpdate").contains(#""kind":"nativeRequired""#))
  }

  @Test func `a decision that cannot be written down is none`() async throws {
    let recommended = try advice(.recommended, latest: "4.7.0")
    let device = try ScriptedDevice { $0.advice = .success(recommended) }
    let full = InstallerError(.diskFull, during: .status, "full")
    let bridge = Bridge(
      device,
      priority: SharedPriority(UpdatePriority(canRestart: true)) { (_) throws(InstallerError) in throw full })
    _ = await answer(bridge, "release.checkForUpdate")
    let reply = await answer(bridge, "release.decline", #"{"update":"native","version":"4.7.0"}"#)
    #expect(reply.contains(#""code":"disk_full""#))
    #expect(await answer(bridge, "release.checkForUpdate").contains(#""kind":"nativeRecommended""#))
  }

  @Test func `a check on a full disk shows that an update became required, and says what was not kept`()
    async throws
  {
    let recommended = try advice(.recommended, latest: "4.7.0")
    let required = try advice(.required, latest: "4.7.0")
    let device = try ScriptedDevice { $0.advice = .success(recommended) }
    let isFull = Mutex(false)
    let notKept = Mutex<[InstallerError.Code]>([])
    let bridge = Bridge(
      device,
      priority: SharedPriority(UpdatePriority(canRestart: true)) { (_) throws(InstallerError) in
        if isFull.withLock({ $0 }) { throw InstallerError(.diskFull, during: .status, "full") }
      }
    ) { error in notKept.withLock { $0.append(error.code) } }
    _ = await answer(bridge, "release.checkForUpdate")
    _ = await answer(bridge, "release.decline", #"{"update":"native","version":"4.7.0"}"#)
    isFull.withLock { $0 = true }
    device.script.withLock { $0.advice = .success(required) }
    let reply = await answer(bridge, "release.checkForUpdate")
    #expect(reply.contains(#""kind":"nativeRequired""#))
    #expect(reply.contains(#""ok":true"#))
    #expect(notKept.withLock { $0 }.allSatisfy { $0 == .diskFull })
    #expect(!notKept.withLock { $0 }.isEmpty)
  }

  @Test func `what was installed is offered although the state cannot be read`() async throws {
    let device = try ScriptedDevice {
      $0.install = .success(installed("1.1.0"))
      $0.state = .failure(InstallerError(.storageFailed, during: .status, "broken"))
    }
    let reply = await answer(device, "release.checkForUpdate")
    #expect(reply.contains(#""outcome":"installed""#))
    #expect(reply.contains(#""kind":"web""#))
  }

  @Test(
    arguments: [
      (.idle, #"{"state":"idle"}"#), (.checking, #"{"state":"checking"}"#),
      (.downloading(bytes: 1, total: 2), #"{"bytes":1,"state":"downloading","total":2}"#),
      (
        .downloading(bytes: .max, total: 2), #"{"bytes":9223372036854775807,"state":"downloading","total":2}"#
      ),
      (.installed, #"{"state":"installed"}"#), (.restarting, #"{"state":"restarting"}"#),
      (
        .updateFailed(code: "ready_timeout", retryable: false),
        #"{"code":"ready_timeout","retryable":false,"state":"updateFailed"}"#
      ),
    ] as [(UpdateState, String)])
  func `tells pages every state`(state: UpdateState, json: String) async throws {
    let bridge = Bridge(try ScriptedDevice())
    #expect(
      String(decoding: bridge.event(state), as: UTF8.self) == #"{"data":\#(json),"type":"release.state"}"#)
  }

  @Test func `a state that cannot be read is told as one`() async throws {
    let device = try ScriptedDevice {
      $0.state = .failure(InstallerError(.storageFailed, during: .status, "broken"))
    }
    let event = JSONWriter.bytes(of: .object(await Bridge(device).stateEvent()), .compact)
    #expect(String(decoding: event, as: UTF8.self).contains(#""code":"storage_failed""#))
  }

  @Test func `an answer is JSON whatever the texts in it`() async throws {
    let device = try ScriptedDevice {
      $0.install = .failure(InstallerError(.checkFailed, during: .check, "\"}\u{0}\u{2028}</script>\\"))
    }
    let bytes = await Bridge(device).answer(Array(#"{"id":"\"\u0000","type":"release.checkForUpdate"}"#.utf8))
    let value = try JSONReader.read(bytes, maximumBytes: 1 << 16)
    guard case .object(let reply) = value else {
      Issue.record("no object")
      return
    }
    #expect(reply["id"] == .text("\"\u{0}"))
  }
}
