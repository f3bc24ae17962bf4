import Testing

@testable import HTTPServer

@Suite struct JSONTextTests {
  @Test(arguments: [
    ("", #""""#), ("plain/é🚀", #""plain/é🚀""#), ("\"\\", #""\"\\""#),
    ("\n\u{0}\u{1f}", #""\u000a\u0000\u001f""#),
    ("\u{7f}\u{9f}", #""\u007f\u009f""#),
  ])
  func `escapes what JSON and terminals do not stand`(text: String, quoted: String) {
    #expect(JSONText.quoted(text) == quoted)
  }
}
