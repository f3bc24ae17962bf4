import Testing

@testable import WrapperInstaller

@Suite struct SettledLookTests {
  @Test func `looks again when another process moved the pointer and removed a tree meanwhile`() throws {
    let left = try record("2.0.0")
    let kept = try record("1.0.0")
    var pointers = [pointer(current: left, previous: kept), pointer(current: kept)]
    let look = try SettledLook(
      reading: {
        DeviceState(pointer: pointers.removeFirst(), blocked: BlockedList(), notices: [])
      },
      condition: { (record) throws(InstallerError) in record == left ? .damaged("half is gone") : .complete })
    #expect(look.state.pointer.current == kept)
    #expect(look.conditions.map(\.record) == [kept])
    #expect(look.conditions.map(\.condition) == [.complete])
  }

  @Test(arguments: [TreeCondition.missing, .damaged("a file is gone")])
  func `reports a tree that is damaged while the pointer stays`(condition: TreeCondition) throws {
    let current = try record("1.0.0")
    let look = try SettledLook(
      reading: { DeviceState(pointer: pointer(current: current), blocked: BlockedList(), notices: []) },
      condition: { (_) throws(InstallerError) in condition })
    #expect(look.conditions.map(\.condition) == [condition])
  }

  @Test func `reads the state once when everything is complete`() throws {
    var readings = 0
    let current = try record("1.0.0")
    _ = try SettledLook(
      reading: {
        readings += 1
        return DeviceState(pointer: pointer(current: current), blocked: BlockedList(), notices: [])
      },
      condition: { (_) throws(InstallerError) in .complete })
    #expect(readings == 1)
  }
}
