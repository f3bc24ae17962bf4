package import ReleaseModel

/// Something that the registry refused or could not do: a stable code, and which thing, why and what to do next.
package struct RegistryError: Error, Sendable {
  /// What went wrong, for a program.
  package let code: ProblemCode
  /// Which thing, what is wrong with it and what to do next, for a person.
  package let message: String
  /// What is wrong with each field of a bad input.
  package let fieldErrors: [FieldError]
  /// Why a device is offered nothing, with `no_compatible_release` only.
  package let reason: NoReleaseReason?
  /// After how many seconds to try again, when that helps.
  package let retryAfterSeconds: Int?
  /// What was underneath; for the log, never for the client.
  package let cause: (any Error)?

  package init(
    _ code: ProblemCode, _ message: String, fieldErrors: [FieldError] = [], reason: NoReleaseReason? = nil,
    retryAfterSeconds: Int? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.fieldErrors = fieldErrors
    self.reason = reason
    self.retryAfterSeconds = retryAfterSeconds
    self.cause = cause
  }

  /// A bad input, with everything that is wrong with it.
  package init(_ errors: FieldErrors) {
    let first = errors.errors.first
    self.init(
      errors.errors.count == 1 ? first?.code ?? .invalidRequest : .invalidRequest,
      errors.errors.map { "\($0.field): \($0.detail)" }.joined(separator: "; "), fieldErrors: errors.errors)
  }

  /// A bad value of one field.
  package init(field: String, _ error: ModelError) {
    self.init(FieldErrors([FieldError(field: field, error)]))
  }
}

extension RegistryError: CustomStringConvertible {
  /// For logs: with what was underneath.
  package var description: String {
    "\(code.rawValue): \(message)" + (cause.map { " (\($0))" } ?? "")
  }
}
