import TesseraValues
import Testing

@Suite("A queue")
struct FIFOQueueTests {
  @Test func `returns elements in insertion order, whatever the sequence of operations`() {
    var queue = FIFOQueue<Int>()
    var (added, removed): (Int, [Int]) = (0, [])
    for step in 1...200 {
      for _ in 0..<(step % 7) {
        queue.append(added)
        added += 1
      }
      for _ in 0..<(step % 5) { if let element = queue.popFirst() { removed.append(element) } }
    }
    while let element = queue.popFirst() { removed.append(element) }
    #expect(removed == Array(0..<added))
    #expect(queue.isEmpty && queue.popFirst() == nil)
  }
}
