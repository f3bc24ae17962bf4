/// A server answered with neither the file nor "there is none".
package struct UnexpectedAnswer: Error, Hashable {
  /// The status of the answer.
  package let status: Int

  /// Whether the same request may well succeed later.
  package var meansLater: Bool { status == 408 || status == 429 || status >= 500 }
}
