/// A binary heap with the least element on top.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  /// The least element.
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard elements[index] < elements[parent] else { return }
      elements.swapAt(index, parent)
      index = parent
    }
  }

  /// Removes the least element; does nothing when there is none.
  mutating func removeFirst() {
    guard let last = elements.popLast(), !elements.isEmpty else { return }
    elements[0] = last
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < elements.count else { return }
      let right = left + 1
      let least = right < elements.count && elements[right] < elements[left] ? right : left
      guard elements[least] < elements[index] else { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}
