/// A first-in, first-out queue.
package struct FIFOQueue<Element> {
  private var elements: [Element] = []
  private var removedCount = 0

  /// Creates an empty queue.
  package init() {}

  /// Whether the queue is empty.
  package var isEmpty: Bool { removedCount == elements.count }

  /// Appends an element to the end of the queue.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the first element, or returns nil if the queue is empty.
  /// - Complexity: Amortized O(1). Removed elements leave the storage once they make up more than half of it.
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
