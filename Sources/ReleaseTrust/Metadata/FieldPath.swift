/// Where a value is, for messages: `signed.roles.root`. It is put into words only when there is something to say of it,
/// which of most values there is not.
indirect enum FieldPath: Sendable {
  case start(String)
  case member(FieldPath, ExactText)
}

extension FieldPath: CustomStringConvertible {
  var description: String {
    switch self {
    case .start(let text): text
    case .member(let object, let name): "\(object).\(name.string.prefix(100))"
    }
  }
}

extension FieldPath: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .start(value) }
}
