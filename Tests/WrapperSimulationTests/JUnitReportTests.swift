import Foundation
import Testing

@testable import WrapperSimulation

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitReportTests {
  @Test func `is the document that CI servers read`() throws {
    let results = [
      Sample.result(Sample.good, try Sample.device(expecting: "2.14.0"), count: 1_200),
      Sample.result(
        Sample.outcome { $0.wayBack = .nothing }, try Sample.device(.neverConfirms, expecting: "way-back")),
    ]
    #expect(
      JUnitReport("relctl wrapper simulate", results).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="relctl wrapper simulate" tests="2" failures="1" errors="0" skipped="0" time="2.084">
          <testsuite name="relctl wrapper simulate" tests="2" failures="1" errors="0" skipped="0" time="2.084">
            <testcase classname="relctl wrapper simulate.ios" name="ios 4.6.0 with 2.13.0: plain" time="1.042">
              <system-out>1200 wrappers; runs 2.14.0; way back 2.13.0; installed: release 2.14.0 is installed</system-out>
            </testcase>
            <testcase classname="relctl wrapper simulate.ios" name="ios 4.6.0 with 2.13.0: never-confirms" time="1.042">
              <failure type="expectation_not_met" message="it cannot go back from 2.14.0">it cannot go back from 2.14.0</failure>
              <system-out>1 wrapper; runs 2.14.0; way back none; installed: release 2.14.0 is installed</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test(arguments: [
    ("a<b>&\"c\"'", "a&lt;b&gt;&amp;&quot;c&quot;&apos;"), ("]]>", "]]&gt;"),
    ("two\nlines\t", "two&#10;lines&#9;"),
    ("\u{0}\u{1b}[31m\u{fffe}", "\u{fffd}\u{fffd}[31m\u{fffd}"), ("é😀", "é😀"),
  ])
  func `writes text as XML can hold it`(text: String, escaped: String) {
    #expect(JUnitReport.escape(text) == escaped)
  }

  @Test func `stays well-formed with whatever a server says`() throws {
    let hostile =
      String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init))) + "]]></failure>"
    let outcome = Sample.outcome { $0.violations = [hostile] }
    let report = JUnitReport(hostile, [Sample.result(outcome, try Sample.device())])
    let document = try XMLDocument(data: Data(report.text.utf8))
    let failures = try document.nodes(forXPath: "//failure")
    #expect(failures.count == 1)
    #expect(failures.first?.stringValue?.contains("]]></failure>") == true)
  }
}
