import ReleaseModel
@testable import ReleaseRegistry
import Testing

@Suite struct AddressWindowTests {
  private static func moment(_ second: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: 1_784_628_000 + second)
  }

  @Test func `admits so many in a window, and says how long it lasts`() {
    let window = AddressWindow(seconds: 60)
    #expect(window.admit("a", upTo: 2, at: Self.moment(0)) == nil)
    #expect(window.admit("a", upTo: 2, at: Self.moment(10)) == nil)
    #expect(window.admit("a", upTo: 2, at: Self.moment(59)) == 1)
    #expect(window.admit("b", upTo: 2, at: Self.moment(59)) == nil)
    #expect(window.admit("a", upTo: 2, at: Self.moment(60)) == nil)
  }

  @Test func `a clock that was set back begins a new window`() {
    let window = AddressWindow(seconds: 60)
    #expect(window.admit("a", upTo: 1, at: Self.moment(0)) == nil)
    #expect(window.admit("a", upTo: 1, at: Self.moment(-86_400)) == nil)
  }

  @Test func `counts the addresses that find no place as one`() {
    let window = AddressWindow(seconds: 60)
    for number in 0..<AddressWindow.maximumAddresses { window.note("\(number)", at: Self.moment(0)) }
    #expect(window.admit("x", upTo: 1, at: Self.moment(1)) == nil)
    #expect(window.admit("y", upTo: 1, at: Self.moment(1)) == 59)
    #expect(
      window.admit("7", upTo: 2, at: Self.moment(1)) == nil, "an address with a place is counted by itself")
  }
}
