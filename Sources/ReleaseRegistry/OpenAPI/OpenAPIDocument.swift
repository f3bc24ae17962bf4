import HTTPServer
import ReleaseModel

/// `/openapi.json`: every route, with what it takes and each status that it can answer, as OpenAPI 3.1.
///
/// The operations are data beside each other in `OpenAPIOperation+….swift`. A test fails when a route is missing here,
/// or when something is here that is no route.
enum OpenAPIDocument {
  /// Every documented operation.
  static let operations: [OpenAPIOperation] =
    OpenAPIOperation.checks + OpenAPIOperation.files + OpenAPIOperation.reports + OpenAPIOperation.health
    + OpenAPIOperation.artifacts
    + OpenAPIOperation.releases + OpenAPIOperation.transitions + OpenAPIOperation.policies
    + OpenAPIOperation.explain + OpenAPIOperation.tokens + OpenAPIOperation.audit
    + OpenAPIOperation.trustFiles + OpenAPIOperation.trust

  /// The document.
  static let json: JSONValue = [
    "openapi": "3.1.0",
    "info": [
      "title": "Release registry",
      "version": "1",
      "description": .string(description),
    ],
    "paths": .object(paths),
    "components": [
      "schemas": .object(OpenAPISchema.components),
      "headers": .object(OpenAPIHeader.components),
      "securitySchemes": [
        "bearer": [
          "type": "http", "scheme": "bearer",
          "description": "A token that a super-admin made. Its role and channels say what it may do.",
        ]
      ],
    ],
  ]

  /// The document as it is served, written once.
  static let response: Response = {
    do throws(RegistryError) {
      return .json(
        try JSONText.encode(json), headers: ["Cache-Control": "public, max-age=0, must-revalidate"])
    } catch {
      return ProblemResponse.of(error)
    }
  }()

  private static let description = """
    Offers web and native releases to devices, and lets super-admins publish them. HEAD works wherever GET does, and \
    OPTIONS everywhere. An unknown path is 404 `not_found`, another method 405 with `Allow`. Every error is \
    `application/problem+json` with a stable `code`.
    """

  private static var paths: [String: JSONValue] {
    let byTemplate = Dictionary(grouping: operations, by: \.template)
    return byTemplate.mapValues { operations in
      .object(
        Dictionary(uniqueKeysWithValues: operations.map { ($0.method.rawValue.lowercased(), $0.json) }))
    }
  }
}
