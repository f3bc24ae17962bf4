/// The one update that the page shows.
public enum UpdateOffer: Sendable, Hashable {
  /// None.
  case nothing
  /// The wrapper has to be updated in the store; nothing else is offered until the user declined or was there. The app goes on
  /// all the same.
  case nativeRequired(NativeUpdateAdvice)
  /// A newer wrapper is in the store; the user may decline.
  case nativeRecommended(NativeUpdateAdvice)
  /// A web release is installed that the page may restart into; the user may decline, and then it starts at the next
  /// launch.
  case web(version: String)
}
