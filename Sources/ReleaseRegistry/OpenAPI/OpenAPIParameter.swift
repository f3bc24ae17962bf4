import ReleaseModel

/// A parameter of an operation.
struct OpenAPIParameter: Sendable {
  enum Place: String, Sendable {
    case path
    case query
    case header
  }

  let name: String
  let place: Place
  let isRequired: Bool
  let description: String
  let schema: JSONValue

  init(_ name: String, in place: Place, isRequired: Bool, _ description: String, _ schema: JSONValue) {
    self.name = name
    self.place = place
    self.isRequired = isRequired
    self.description = description
    self.schema = schema
  }

  var json: JSONValue {
    [
      "name": .string(name), "in": .string(place.rawValue), "required": .bool(isRequired),
      "description": .string(description), "schema": schema,
    ]
  }
}

// Parts of paths.
extension OpenAPIParameter {
  static let channelInPath = path("channel", "The channel.", OpenAPISchema.reference("Channel"))
  static let versionInPath = path("version", "The release version.", OpenAPISchema.reference("Version"))
  static let digestInPath = path("sha256", "The SHA-256.", OpenAPISchema.reference("Digest"))
  static let policyInPath = path("id", "The policy.", OpenAPISchema.reference("PolicyId"))
  static let tokenInPath = path("id", "The token.", OpenAPISchema.reference("TokenId"))

  static let metadataInPath = path(
    "file", "Version and role, such as `3.snapshot`.", OpenAPISchema.text(minimumLength: 1))
  static let targetInPath = path(
    "file", "SHA-256 and version, such as `<sha256>.2.14.0`.", OpenAPISchema.text(minimumLength: 1))

  private static func path(_ name: String, _ description: String, _ schema: JSONValue) -> OpenAPIParameter {
    OpenAPIParameter(name, in: .path, isRequired: true, description, schema)
  }
}

// Query parameters.
extension OpenAPIParameter {
  static let channel = query("channel", "The channel.", OpenAPISchema.reference("Channel"), isRequired: true)
  static let platform = query(
    "platform", "The kind of device.", OpenAPISchema.reference("Platform"), isRequired: true)
  static let wrapperVersion = query(
    "wrapperVersion", "The wrapper's own version.", OpenAPISchema.reference("Version"), isRequired: true)
  static let cohort = query(
    "cohort", "The device's own stable number for phased rollouts.",
    OpenAPISchema.text(pattern: "^[0-9]{1,4}$"))
  static let releaseVersion = query(
    "releaseVersion",
    "One release; without it the newest \(Adoption.maximumReleases) that there are reports of.",
    OpenAPISchema.reference("Version"))
  static let onlyVersion = query(
    "releaseVersion", "One release: the list has it, or nothing.", OpenAPISchema.reference("Version"))
  static let limit = query(
    "limit", "How many entries a page has; 50 when it is left out.",
    OpenAPISchema.integer(minimum: 1, maximum: 200))
  static let explainLimit = query(
    "limit",
    "How many candidates are listed, the newest first; \(WebExplanation.standardLimit) when it is left out.",
    OpenAPISchema.integer(minimum: 1, maximum: Int64(WebExplanation.maximumLimit)))
  static let dryRun = query(
    "dryRun", "Whether the change is only tried: the answer is the same, and nothing is changed or noted.",
    ["type": "boolean"])
  static let releaseCursor = cursor("^([1-9][0-9]{0,17}|9223372036854775807)\\.[1-9][0-9]{0,17}$")
  static let auditCursor = cursor("^[1-9][0-9]{0,17}$")

  private static func cursor(_ pattern: String) -> OpenAPIParameter {
    query("cursor", "`nextCursor` of the page before.", OpenAPISchema.text(pattern: pattern))
  }

  private static func query(
    _ name: String, _ description: String, _ schema: JSONValue, isRequired: Bool = false
  ) -> OpenAPIParameter {
    OpenAPIParameter(name, in: .query, isRequired: isRequired, description, schema)
  }
}

// Header fields.
extension OpenAPIParameter {
  static let idempotencyKey = header(
    "Idempotency-Key", "The same key and request again get the same answer.",
    OpenAPISchema.text(pattern: "^[!-~]{1,200}$"))
  static let revision = header(
    "If-Match",
    "The record's ETag; the change is refused when somebody else changed it. `*` is like leaving it out.",
    revisionSchema)
  static let requiredRevision = OpenAPIParameter(
    "If-Match", in: .header, isRequired: true,
    "The record's ETag, so that nobody's change is overwritten; `*` for whatever revision it has.",
    revisionSchema)
  static let contentDigest = header(
    "Content-Digest", "The SHA-256 of the body (RFC 9530).",
    OpenAPISchema.text(pattern: "^sha-256=:[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=:$"))
  static let ifNoneMatch = header("If-None-Match", "ETags of what the client has.", OpenAPISchema.text())
  static let range = header("Range", "Which bytes are wanted (RFC 9110, 14.2).", OpenAPISchema.text())

  private static let revisionSchema = OpenAPISchema.text(pattern: "^(\\*|\"[1-9][0-9]{0,17}\")$")

  private static func header(_ name: String, _ description: String, _ schema: JSONValue) -> OpenAPIParameter {
    OpenAPIParameter(name, in: .header, isRequired: false, description, schema)
  }
}
