import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite("A feed over HTTP")
struct FeedAPITests {
  static let service = #"""
    "account": {"path": "account", "resultType": "Account", "nextAction": "feed"},
    "feed": {"path": "feed", "resultType": "[Post]", "parameters": {"count": "20", "page": "$page"}},
    "newPost": {"path": "posts", "httpMethod": "POST", "resultType": "Post", "parameters": {"status": "$text"}},
    "deletePost": {"path": "posts/$id_str", "httpMethod": "DELETE"},
    "moved": {"path": "moved", "resultType": "[Post]"},
    "broken": {"path": "broken", "resultType": "[Post]"},
    "truncated": {"path": "truncated", "resultType": "[Post]"}
    """#

  @Test func `a feed runs through all operations, page by page, after the given delay`() async throws {
    let clock = InstantClock()
    let feed = FeedAPI(postCount: 5000, delay: .seconds(2), clock: clock)
    try await LoopbackServer.run(feed.answer) { server in
      let provider = try server.provider(Self.service)
      let account = try await provider.perform(ServiceRequest(action: "account"))
      #expect(account.action.nextAction == "feed")
      #expect(account.result["name"] == "Author 0")
      let page = try await provider.result("feed", ["page": 1])
      #expect(page.value(at: "id_str").array?.first == "4980")
      #expect(page.array?.count == 20)
      let post = try await provider.perform(ServiceRequest(action: "newPost", object: ["text": "Hello"]))
      #expect(post.status == 201)
      #expect(post.result["text"] == "Hello")
      let deleted = try await provider.perform(ServiceRequest(action: "deletePost", object: post.result))
      #expect(deleted.status == 204)
      #expect(deleted.result == .null)
      #expect(server.requests.last?.target == "/v1/posts/5001")
      #expect(clock.sleeps == Array(repeating: .seconds(2), count: 4))
    }
  }

  @Test func `the feed fails in each of these ways`() async throws {
    try await LoopbackServer.run(FeedAPI().answer) { server in
      let provider = try server.provider(Self.service)
      let moved = try await provider.result("moved")
      #expect(moved.array?.count == 6)
      let broken = try await provider.failure("broken")
      #expect(broken.message == "The feed is out of order")
      #expect(broken.status == 500)
      let truncated = try await provider.failure("truncated")
      #expect(truncated.kind == .truncated)
    }
  }
}
