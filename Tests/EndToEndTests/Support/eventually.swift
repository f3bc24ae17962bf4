import Glibc

/// Looks again and again until the condition holds, and returns whether it does. A minute is for the case that it never
/// will, so that a test then fails instead of never ending.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    usleep(1_000)
  }
  return true
}
