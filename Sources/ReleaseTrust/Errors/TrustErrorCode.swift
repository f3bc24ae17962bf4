/// Why something was not trusted. The raw values are stable and documented in docs/errors.md.
package enum TrustErrorCode: String, Sendable, CaseIterable {
  // What the strict JSON reader refuses.
  case jsonSyntax = "json_syntax"
  case jsonDuplicateKey = "json_duplicate_key"
  case jsonNotAnInteger = "json_not_an_integer"
  case jsonIntegerOutOfRange = "json_integer_out_of_range"
  case jsonTrailingBytes = "json_trailing_bytes"
  case jsonByteOrderMark = "json_byte_order_mark"
  case jsonTooDeep = "json_too_deep"
  case jsonTooLong = "json_too_long"
  case jsonInvalidUTF8 = "json_invalid_utf8"
  case jsonLoneSurrogate = "json_lone_surrogate"
}
