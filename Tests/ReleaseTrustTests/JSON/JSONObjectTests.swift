import ReleaseTrust
import Testing

@Suite struct JSONObjectTests {
  @Test func `keeps members sorted by bytes, whatever the order of insertion`() {
    let object = JSONObject([("b", 1), ("\u{e9}", 2), ("a", 3), ("e\u{301}", 4), ("Z", 5)])
    #expect(object.members.map(\.name) == ["Z", "a", "b", "e\u{301}", "\u{e9}"])
    #expect(object == JSONObject([("Z", 5), ("e\u{301}", 4), ("a", 3), ("\u{e9}", 2), ("b", 1)]))
  }

  @Test func `keeps the last of several members of one name, as far apart as they may be`() {
    let object = JSONObject([("b", 1), ("a", 2), ("c", 3), ("b", 4), ("a", 5), ("b", 6)])
    #expect(object.members.map(\.name) == ["a", "b", "c"])
    #expect(object == ["a": 5, "b": 6, "c": 3])
    #expect(JSONObject([("a", 1), ("a", 2)]) == ["a": 2])
    let none: [(ExactText, StrictJSON)] = []
    #expect(JSONObject(none).isEmpty)
  }

  @Test(arguments: [
    ("", "a"), ("a", "aa"), ("aa", "b"), ("Z", "a"), ("a", "\u{e9}"), ("e\u{301}", "\u{e9}"),
    ("\u{ffff}", "\u{10000}"),
    (String(repeating: "a", count: 40), String(repeating: "a", count: 41)), ("a\u{0}", "a\u{1}"),
  ])
  func `orders names by their bytes, the shorter one first`(lower: String, higher: String) {
    let (lower, higher) = (ExactText(lower), ExactText(higher))
    #expect(lower < higher)
    #expect(!(higher < lower))
    #expect(!(lower < lower))
    #expect(lower != higher)
    let members: [(ExactText, StrictJSON)] = [(higher, 2), (lower, 1)]
    #expect(JSONObject(members).members.map(\.name) == [lower, higher])
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
