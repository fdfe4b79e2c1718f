/// Elements that leave in the order in which they came.
package struct FIFOQueue<Element> {
  private var elements: [Element] = []
  private var removedCount = 0

  /// An empty queue.
  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { removedCount == elements.count }

  /// Adds an element at the end.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes the first element; nil if there is none.
  /// - Complexity: constant, on average: removed elements leave the storage when they are more than half of it.
  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[removedCount]
    removedCount += 1
    if removedCount * 2 > elements.count {
      elements.removeFirst(removedCount)
      removedCount = 0
    }
    return element
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
