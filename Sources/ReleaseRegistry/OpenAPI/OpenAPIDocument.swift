import HTTPServer

/// `/openapi.json`.
enum OpenAPIDocument {
  static let response = Response.json(Array("{}".utf8))
}
