import ReleaseTrust
import Testing

@Suite struct JSONObjectTests {
  @Test func `keeps members sorted by bytes, whatever the order of insertion`() {
    let object = JSONObject([("b", 1), ("\u{e9}", 2), ("a", 3), ("e\u{301}", 4), ("Z", 5)])
    #expect(object.members.map(\.name) == ["Z", "a", "b", "e\u{301}", "\u{e9}"])
    #expect(object == JSONObject([("Z", 5), ("e\u{301}", 4), ("a", 3), ("\u{e9}", 2), ("b", 1)]))
  }

  @Test func `replaces, removes and looks up one member`() {
    var object: JSONObject = ["a": 1, "c": 3]
    object["c"] = 4
    object["b"] = 2
    object["a"] = nil
    object["missing"] = nil
    #expect(object == ["b": 2, "c": 4])
    #expect(object["a"] == nil)
  }

  @Test func `merges, and the other one wins`() {
    let object: JSONObject = ["a": 1, "b": 1]
    #expect(object.merging(["b": 2, "c": 2]) == ["a": 1, "b": 2, "c": 2])
  }
}
