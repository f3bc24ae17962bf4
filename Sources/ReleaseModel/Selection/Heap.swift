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
      let children = (2 * index + 1)..<min(2 * index + 3, elements.count)
      guard !children.isEmpty, let least = children.min(by: { elements[$0] < elements[$1] }),
        elements[least] < elements[index]
      else { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}
