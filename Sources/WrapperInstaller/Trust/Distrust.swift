import ReleaseTrust

/// Why signed metadata, or an answer that was compared with it, is not trusted.
struct Distrust: Hashable {
  let code: TrustErrorCode
  let message: String

  init(_ error: TrustError) {
    code = error.code
    message = error.message
  }
}
