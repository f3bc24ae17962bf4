/// A body that the event thread collects before a worker gets it.
struct CollectedBody {
  /// What a worker does with the whole body, or with why there is none.
  typealias Continuation = @Sendable (Result<[UInt8], HTTPFault>) -> Void

  private var bytes: [UInt8] = []
  private let share: BodyShare
  private let next: Continuation

  init(share: BodyShare, next: @escaping Continuation) {
    self.share = share
    self.next = next
  }

  /// Takes a piece; false when the server has no room for it.
  mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard share.grow(to: bytes.count + piece.count) else { return false }
    bytes += piece
    return true
  }

  /// What a worker is to run now. The room is kept until it has.
  func job(failingWith fault: HTTPFault? = nil) -> @Sendable () -> Void {
    { [bytes, share, next] in
      withExtendedLifetime(share) { next(fault.map(Result.failure) ?? .success(bytes)) }
    }
  }
}
