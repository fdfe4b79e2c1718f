import TesseraValues
import Testing

@Suite("A broadcaster")
struct BroadcasterTests {
  @Test func `sends an element to all streams of its topic, and to no others`() async {
    let broadcaster = Broadcaster<String, Int>(buffering: .unbounded)
    let first = broadcaster.stream(of: "a")
    let second = broadcaster.stream(of: "a", beginningWith: 0)
    let other = broadcaster.stream(of: "b")
    #expect(broadcaster.topics == ["a", "b"])
    broadcaster.send(1, to: "a")
    broadcaster.send(2, to: "b")
    broadcaster.finish()
    #expect(await Self.elements(of: first) == [1])
    #expect(await Self.elements(of: second) == [0, 1])
    #expect(await Self.elements(of: other) == [2])
    #expect(broadcaster.isEmpty)
  }

  @Test func `gives a slow reader the latest element only`() async {
    let broadcaster = Broadcaster<SingleTopic, Int>()
    let stream = broadcaster.stream(beginningWith: 0)
    for number in 1...5 { broadcaster.send(number) }
    broadcaster.finish()
    #expect(await Self.elements(of: stream) == [5])
  }

  @Test func `ends the streams of some topics without the others`() async {
    let broadcaster = Broadcaster<String, Int>(buffering: .unbounded)
    let ended = broadcaster.stream(of: "a")
    let other = broadcaster.stream(of: "b")
    broadcaster.finish { $0 == "a" }
    #expect(await Self.elements(of: ended) == [])
    #expect(broadcaster.topics == ["b"])
    broadcaster.send(1, to: "b")
    var iterator = other.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }

  @Test func `removes a stream whose reader has stopped`() async {
    let broadcaster = Broadcaster<SingleTopic, Int>()
    let task = Task {
      for await _ in broadcaster.stream(beginningWith: 0) { break }
    }
    await task.value
    #expect(broadcaster.isEmpty)
  }

  private static func elements(of stream: AsyncStream<Int>) async -> [Int] {
    var elements: [Int] = []
    for await element in stream { elements.append(element) }
    return elements
  }
}
