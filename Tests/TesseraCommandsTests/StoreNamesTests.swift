import Testing

@testable import TesseraCommands

@Suite("Names of stores")
struct StoreNamesTests {
  @Test("a widget finds its data again whatever is served beside it")
  func names() {
    let widgets = ["org.example.feed", "org.example.todo", "org.example.feed", "org.example.feed"]
    var all = StoreNames()
    #expect(
      widgets.map { all.next(for: $0) } == [
        "org.example.feed.sqlite", "org.example.todo.sqlite", "org.example.feed_2.sqlite",
        "org.example.feed_3.sqlite",
      ])
    var one = StoreNames()
    #expect(one.next(for: "org.example.todo") == "org.example.todo.sqlite")
  }
}
