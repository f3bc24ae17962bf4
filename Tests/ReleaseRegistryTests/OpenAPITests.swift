import Foundation
import HTTPServer
import ReleaseRegistry
import Testing

/// `/openapi.json` describes the routes that there are, and nothing else.
@Suite struct OpenAPITests {
  @Test func `every route is documented, and nothing else`() throws {
    let registry = try TestRegistry()
    let paths = try #require(try document(registry)["paths"] as? [String: [String: Any]])
    let documented = paths.flatMap { path, item in item.keys.map { "\($0.uppercased()) \(path)" } }
    let routes = registry.registry.router.routes.map { "\($0.method.rawValue) \($0.template)" }
    #expect(documented.sorted() == routes.sorted())
  }

  @Test func `it says what a repeated request for a token gets`() throws {
    let paths = try #require(try document(TestRegistry())["paths"] as? [String: [String: Any]])
    let operation = try #require(paths["/admin/v1/tokens"]?["post"] as? [String: Any])
    let answers = try #require(operation["responses"] as? [String: [String: Any]])
    let description = try #require(answers["201"]?["description"] as? String)
    #expect(description.contains("without `token`"), "\(description)")
  }

  @Test func `every reference leads to a component`() throws {
    let document = try document(TestRegistry())
    let references = Set(strings(under: "$ref", in: document))
    #expect(references.count > 20)
    for reference in references {
      var place: Any? = document
      for step in reference.split(separator: "/").dropFirst() {
        place = (place as? [String: Any])?[String(step)]
      }
      #expect(place is [String: Any], "\(reference) leads nowhere")
    }
  }

  @Test func `every component is used`() throws {
    let document = try document(TestRegistry())
    let components = try #require(document["components"] as? [String: Any])
    let references = Set(strings(under: "$ref", in: document))
    for kind in ["schemas", "headers"] {
      let names = try #require(components[kind] as? [String: Any]).keys
      for name in names { #expect(references.contains("#/components/\(kind)/\(name)"), "\(name) is unused") }
    }
  }

  @Test func `operation names are unique, and parameters in paths are described`() throws {
    let paths = try #require(try document(TestRegistry())["paths"] as? [String: [String: Any]])
    let names = paths.values.flatMap(\.values).compactMap {
      ($0 as? [String: Any])?["operationId"] as? String
    }
    #expect(names.count == paths.values.reduce(0) { $0 + $1.count })
    #expect(Set(names).count == names.count)
    for (path, item) in paths {
      let expected = path.matches(of: /\{([A-Za-z0-9]+)\}/).map { String($0.1) }.sorted()
      for case let operation as [String: Any] in item.values {
        let parameters = operation["parameters"] as? [[String: Any]] ?? []
        let described = parameters.filter { $0["in"] as? String == "path" }.compactMap {
          $0["name"] as? String
        }
        #expect(described.sorted() == expected, "\(path)")
      }
    }
  }

  @Test func `an upload may be too slow, or one too many`() throws {
    let upload = try operation("post", "/admin/v1/artifacts")
    let tooSlow = try #require(upload["408"] as? [String: Any])
    let tooMany = try #require(upload["503"] as? [String: Any])
    for answer in [tooSlow, tooMany] {
      #expect((answer["content"] as? [String: Any])?.keys.first == "application/problem+json")
    }
    #expect((tooMany["headers"] as? [String: Any])?.keys.contains("Retry-After") == true)
  }

  @Test(arguments: [
    ("/mobile-web/artifacts/{sha256}.zip", "application/zip"),
    ("/mobile-web/trees/{sha256}.json", "application/json"),
  ])
  func `a part of a file is bytes, which have no schema`(path: String, mediaType: String) throws {
    let part = try #require(try operation("get", path)["206"] as? [String: Any])
    let content = try #require(part["content"] as? [String: [String: Any]])
    #expect(content.keys.sorted() == [mediaType])
    #expect(content[mediaType]?.isEmpty == true)
  }

  /// The answers of an operation, by status.
  private func operation(_ method: String, _ path: String) throws -> [String: Any] {
    let paths = try #require(try document(TestRegistry())["paths"] as? [String: [String: Any]])
    let operation = try #require(paths[path]?[method] as? [String: Any])
    return try #require(operation["responses"] as? [String: Any])
  }

  private func document(_ registry: TestRegistry) throws -> [String: Any] {
    let answer = try registry.get("/openapi.json")
    #expect(answer.status == 200)
    return try #require(answer.json)
  }

  /// Every text that stands under a name, however deep.
  private func strings(under name: String, in value: Any) -> [String] {
    switch value {
    case let object as [String: Any]:
      object.flatMap { key, value in
        key == name ? [value as? String].compactMap { $0 } : strings(under: name, in: value)
      }
    case let list as [Any]: list.flatMap { strings(under: name, in: $0) }
    default: []
    }
  }
}
