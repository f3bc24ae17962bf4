import ReleaseTrust
import Testing

@Suite struct PathScopeTests {
  @Test(
    arguments: [
      ("*", "a", true), ("*", "", true), ("*", "a/b", false), ("*/*", "a/b", true),
      ("*/*", "a/b/c", false),
      ("a/*", "a/", true), ("a/*", "a", false), ("a/*.zip", "a/b.zip", true),
      ("a/*.zip", "a/b.zip.x", false),
      ("a/*.zip", "a/b/c.zip", false), ("*.tgz", "x.tgz", true), ("**", "ab", true),
      ("**", "a/b", false),
      ("a?c", "abc", true), ("a?c", "a/c", false), ("a?c", "ac", false), ("a?c", "a\u{e9}c", true),
      ("a?c", "ae\u{301}c", false), ("?", "\u{1F600}", true), ("?", "", false),
      ("a*b*c", "aXbYc", true), ("a*b*c", "abcbc", true), ("a*b*c", "abcb", false),
      ("*a*", "bbb", false),
      ("", "", true), ("", "a", false), ("A", "a", false), ("caf\u{e9}", "cafe\u{301}", false),
      ("[ab]", "a", false), ("[ab]", "[ab]", true), ("a/*/c", "a/b/c", true),
      ("a/*/c", "a/b/b/c", false),
      ("*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ] as [(ExactText, ExactText, Bool)])
  func `matches paths by patterns that do not cross a slash`(
    pattern: ExactText, path: ExactText, matches: Bool
  ) {
    #expect(DelegatedRole.Scope.paths(["no/such/path", pattern]).covers(path) == matches)
  }

  /// `printf %s file.txt | sha256sum` begins with aadf327c8267.
  @Test(
    arguments: [(["aa"], true), (["0", "aadf327c82"], true), (["aae"], false), ([], false)]
      as [([ExactText], Bool)])
  func `matches paths by the beginning of their hash`(prefixes: [ExactText], matches: Bool) {
    #expect(DelegatedRole.Scope.pathHashPrefixes(prefixes).covers("file.txt") == matches)
  }
}
