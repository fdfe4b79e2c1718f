/// Stores many short lists in a single array.
///
/// A list grows in place while it has spare capacity, and otherwise moves to the end of the array. Abandoned space is
/// reclaimed once it makes up more than half of the array.
struct ListStorage<Element: BitwiseCopyable & Sendable>: Sendable {
  private struct Span: BitwiseCopyable {
    var start: Int
    var count: Int
    var capacity: Int
  }

  private var elements: [Element] = []
  private var spans: [Span] = []
  private var abandoned = 0
  /// The total number of elements of all lists.
  private(set) var total = 0

  /// Appends an empty list.
  mutating func makeList() {
    spans.append(Span(start: 0, count: 0, capacity: 0))
  }

  func count(_ list: Int) -> Int { spans[list].count }

  subscript(list: Int, position: Int) -> Element {
    get { elements[spans[list].start + position] }
    set { elements[spans[list].start + position] = newValue }
  }

  func withList<Result>(_ list: Int, _ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    let span = spans[list]
    return elements.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[span.start..<span.start + span.count]))
    }
  }

  mutating func append(_ element: Element, to list: Int) {
    let count = spans[list].count
    if count == spans[list].capacity { grow(list, to: max(4, count * 2), filler: element) }
    elements[spans[list].start + count] = element
    spans[list].count = count + 1
    total += 1
  }

  mutating func insert(_ element: Element, at position: Int, of list: Int) {
    append(element, to: list)
    let start = spans[list].start
    var index = start + spans[list].count - 1
    while index > start + position {
      elements[index] = elements[index - 1]
      index -= 1
    }
    elements[index] = element
  }

  mutating func remove(at position: Int, of list: Int) {
    let start = spans[list].start
    let end = start + spans[list].count
    for index in start + position..<end - 1 { elements[index] = elements[index + 1] }
    spans[list].count -= 1
    total -= 1
  }

  /// Replaces the list's contents with the first `count` elements of `source`.
  mutating func assign(_ source: [Element], count: Int, to list: Int) {
    total += count - spans[list].count
    guard count > 0 else {
      spans[list].count = 0
      return
    }
    if count > spans[list].capacity { grow(list, to: count + count / 2, filler: source[0]) }
    let start = spans[list].start
    source.withUnsafeBufferPointer { source in
      elements.withUnsafeMutableBufferPointer { elements in
        guard let source = source.baseAddress, let elements = elements.baseAddress else { return }
        (elements + start).update(from: source, count: count)
      }
    }
    spans[list].count = count
  }

  mutating func truncate(_ list: Int, to count: Int) {
    total += count - spans[list].count
    spans[list].count = count
  }

  private mutating func grow(_ list: Int, to capacity: Int, filler: Element) {
    if abandoned > elements.count / 2, abandoned > 1024 { compact() }
    let old = spans[list]
    abandoned += old.capacity
    let start = elements.count
    elements.append(contentsOf: repeatElement(filler, count: capacity))
    for offset in 0..<old.count { elements[start + offset] = elements[old.start + offset] }
    spans[list] = Span(start: start, count: old.count, capacity: capacity)
  }

  private mutating func compact() {
    var packed: [Element] = []
    packed.reserveCapacity(elements.count)
    for list in spans.indices {
      let span = spans[list]
      let start = packed.count
      packed.append(contentsOf: elements[span.start..<span.start + span.count])
      spans[list] = Span(start: start, count: span.count, capacity: span.count)
    }
    elements = packed
    abandoned = 0
  }
}
