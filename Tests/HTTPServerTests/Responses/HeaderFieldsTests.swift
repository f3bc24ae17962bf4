import HTTPServer
import Testing

@Suite struct HeaderFieldsTests {
  @Test func `finds fields whatever their case`() {
    var fields: HeaderFields = ["Content-Type": "a"]
    #expect(fields["content-type"] == "a")
    fields["CONTENT-TYPE"] = "b"
    #expect(fields.fields.map(\.value) == ["b"])
    fields["content-Type"] = nil
    #expect(fields.fields.isEmpty)
  }

  @Test func `keeps repeated fields in order`() {
    var fields: HeaderFields = [:]
    fields.append("Set-Cookie", "a")
    fields.append("Set-Cookie", "b")
    #expect(fields.fields.map(\.value) == ["a", "b"])
  }
}
