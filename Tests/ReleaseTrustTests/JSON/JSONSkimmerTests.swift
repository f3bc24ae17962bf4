import Testing

@testable import ReleaseTrust

@Suite struct JSONSkimmerTests {
  private func version(_ text: String) -> Int64? {
    JSONSkimmer.number("version", of: "signed", in: Array(text.utf8))
  }

  @Test(arguments: [
    #"{"signed":{"version":7}}"#, #" { "signatures" : [ ] , "signed" : { "a" : 1 , "version" : 7 } } "#,
    #"{"signed":{"targets":{"version":9,"a":{"version":8}},"version":7},"signatures":[{"version":6}]}"#,
    #"{"version":1,"other":{"version":2},"signed":{"x":"version","y":["version",3],"version":7}}"#,
    #"{"a":"\"signed\":{\"version\":1}","b":"\\","signed":{"c":"}{\"","version":7}}"#,
    #"{"signed":{"\u0076ersion":7,"version":7}}"#,
  ])
  func `finds the member wherever it stands, and no other of its name`(text: String) {
    #expect(version(text) == 7)
  }

  @Test(arguments: [
    "", "{", "[", "\"", "{\"signed\"", #"{"signed":"#, #"{"signed":{"version""#, #"{"signed":{"version":"#,
    #"{"signed":{"version":-1}}"#, #"{"signed":{"version":"7"}}"#,
    #"{"signed":{"version":99999999999999999999}}"#,
    #"{"signed":{"\u0076ersion":7}}"#, #"{"signed":7,"version":7}"#, #"{"signed":{},"other":{"version":7}}"#,
    "\"\\",
    "]]}}", "7",
  ])
  func `finds nothing where there is nothing, and stays in the document`(text: String) {
    #expect(version(text) == nil)
  }

  @Test func `finds what the reader reads in signed metadata`() throws {
    for text in [PythonTUFVectors.root, PythonTUFVectors.targets] {
      let signed = try Envelope(parsing: Array(text.utf8), maximumBytes: 100_000).signed
      #expect(version(text).map(StrictJSON.integer) == signed["version"])
    }
  }
}
