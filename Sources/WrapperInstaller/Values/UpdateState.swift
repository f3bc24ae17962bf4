/// How the web update stands, for a page to show. As JSON: `{"state":"downloading","bytes":1,"total":2}` and
/// `{"state":"updateFailed","code":"…","retryable":true}`; the other states have no further members.
public enum UpdateState: Sendable, Hashable {
  /// Nothing is going on, and what runs is what is installed.
  case idle
  /// The server is being asked.
  case checking
  /// The archive is being fetched: bytes that are there, and bytes in all.
  case downloading(bytes: UInt64, total: UInt64)
  /// A release is installed and starts at the next launch, or when the page asks for a restart.
  case installed
  /// The installed release is being started in place of the running one.
  case restarting
  /// An update did not come to run here. This stays over restarts, until a later check is answered.
  ///
  /// - Parameters:
  ///   - code: the code of an error (`InstallerError.Code`), or `launch_not_confirmed`, `ready_timeout`,
  ///     `content_not_served`, `page_crashed`.
  ///   - retryable: whether the same update may work another time; content that is blocked does not.
  case updateFailed(code: String, retryable: Bool)
}

extension UpdateState: Codable {
  private enum CodingKeys: String, CodingKey {
    case state, bytes, total, code, retryable
  }

  private enum Name: String, Codable {
    case idle, checking, downloading, installed, restarting, updateFailed
  }

  /// Reads the JSON form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      switch try container.decode(Name.self, forKey: .state) {
      case .idle: .idle
      case .checking: .checking
      case .downloading:
        .downloading(
          bytes: try container.decode(UInt64.self, forKey: .bytes),
          total: try container.decode(UInt64.self, forKey: .total))
      case .installed: .installed
      case .restarting: .restarting
      case .updateFailed:
        .updateFailed(
          code: try container.decode(String.self, forKey: .code),
          retryable: try container.decode(Bool.self, forKey: .retryable))
      }
  }

  /// Writes the JSON form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func name(_ name: Name) throws { try container.encode(name, forKey: .state) }
    switch self {
    case .idle: try name(.idle)
    case .checking: try name(.checking)
    case .downloading(let bytes, let total):
      try name(.downloading)
      try container.encode(bytes, forKey: .bytes)
      try container.encode(total, forKey: .total)
    case .installed: try name(.installed)
    case .restarting: try name(.restarting)
    case .updateFailed(let code, let retryable):
      try name(.updateFailed)
      try container.encode(code, forKey: .code)
      try container.encode(retryable, forKey: .retryable)
    }
  }
}
