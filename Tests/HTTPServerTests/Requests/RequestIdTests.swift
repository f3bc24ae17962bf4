import Testing

@testable import HTTPServer

@Suite struct RequestIdTests {
  @Test func `never repeats`() {
    var source = RequestIdSource()
    var seen: Set<String> = []
    for _ in 0..<10_000 {
      let head = HeadBuffer()
      seen.insert(head.text(source.append(to: head)))
    }
    #expect(seen.count == 10_000)
    #expect(seen.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
  }

  @Test(arguments: [
    ("a", true), ("A.b_c-9", true), (String(repeating: "x", count: 64), true),
    ("", false), (String(repeating: "x", count: 65), false), ("a b", false), ("a/b", false), ("é", false),
    ("a\n", false), ("@", false), ("[", false), ("`", false), ("{", false),
  ])
  func `takes a client's own id only when it is harmless`(id: String, isAcceptable: Bool) {
    #expect(Array(id.utf8).withUnsafeBytes { RequestIdSource.isAcceptable($0) } == isAcceptable)
  }
}
