import HTTPServer
import Synchronization

/// A bounded number of finished answers by the bytes of their question.
///
/// Each question has one place, and a newer answer takes the place of an older one there; so finding costs the same
/// however many answers are kept, and no flood of odd questions can fill the memory.
final class AnswerCache: Sendable {
  /// The number of places; a power of two.
  private static let placeCount = 4_096

  private struct Answer {
    let question: [UInt8]
    let response: PreparedResponse
  }

  private let places = Mutex([Answer?](repeating: nil, count: placeCount))

  func response(to question: UnsafeRawBufferPointer) -> PreparedResponse? {
    let place = Self.place(of: question)
    return places.withLock { places in
      guard let answer = places[place], answer.question.count == question.count,
        answer.question.withUnsafeBytes({ $0.elementsEqual(question) })
      else { return nil }
      return answer.response
    }
  }

  func keep(_ response: PreparedResponse, for question: UnsafeRawBufferPointer) {
    let place = Self.place(of: question)
    let answer = Answer(question: Array(question), response: response)
    places.withLock { $0[place] = answer }
  }

  /// The questions that answers are kept for.
  var questions: [[UInt8]] { places.withLock { $0.compactMap(\.?.question) } }

  /// FNV-1a. Whoever finds questions that share a place only makes these be decided anew each time.
  private static func place(of question: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in question { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(placeCount - 1))
  }
}
