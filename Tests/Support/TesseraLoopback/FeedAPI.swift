package import TesseraValues

/// The server of a feed of posts, for tests of whole widgets over HTTP. It returns the same data for each run, any
/// number of posts, and has one path for each way in which a server can fail.
///
/// | Request | Response |
/// | --- | --- |
/// | `GET /v1/account` | `{"id_str": "0", "name": …, "screen_name": …}` |
/// | `GET /v1/feed?count=20&page=0` | a page of posts, newest first |
/// | `GET /v1/wrapped` | `{"data": {"posts": […]}}` |
/// | `POST /v1/posts` with `status=…` | status 201 and the new post |
/// | `DELETE /v1/posts/7` | status 204 |
/// | `GET /v1/moved` | a redirect to `/v1/feed` |
/// | `GET /v1/elsewhere` | a redirect to a host that is not in any manifest |
/// | `GET /v1/broken` | status 500, `{"error": {"message": "The feed is out of order"}}` |
/// | `GET /v1/truncated` | half of the feed, then the connection closes |
/// | `GET /v1/page` | an HTML page |
package struct FeedAPI: Sendable {
  /// The number of posts.
  package var postCount: Int
  /// The delay of each response on the clock.
  package var delay: Duration
  private let clock: any Clock<Duration>

  /// Creates the server.
  package init(postCount: Int = 6, delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()) {
    self.postCount = postCount
    self.delay = delay
    self.clock = clock
  }

  /// Returns the response to a request. Use it as the handler of ``LoopbackServer/run(_:during:)``.
  package func answer(_ request: LoopbackServer.Request) async throws -> LoopbackServer.Answer {
    if delay > .zero { try await clock.sleep(for: delay) }
    switch (request.method, request.path) {
    case ("GET", "/v1/account"): return .json(JSONText.text(of: Self.author(0)))
    case ("GET", "/v1/feed"):
      let count = parameter("count", of: request.query).flatMap { Int($0) } ?? postCount
      let page = parameter("page", of: request.query).flatMap { Int($0) } ?? 0
      return .json(JSONText.text(of: posts(count: max(0, count), page: max(0, page))))
    case ("GET", "/v1/wrapped"):
      return .json(JSONText.text(of: ["data": ["posts": posts(count: postCount, page: 0)]]))
    case ("POST", "/v1/posts"):
      var post = Self.post(postCount + 1)
      post["text"] = .string(parameter("status", of: request.text) ?? "")
      post["user"] = Self.author(0)
      return .json(JSONText.text(of: .dictionary(post)), status: 201)
    case ("DELETE", let path) where path.hasPrefix("/v1/posts/"): return LoopbackServer.Answer(status: 204)
    case ("GET", "/v1/moved"): return .redirect(to: "/v1/feed")
    case ("GET", "/v1/elsewhere"): return .redirect(to: "http://elsewhere.invalid/v1/feed")
    case ("GET", "/v1/broken"):
      return .json(#"{"error": {"message": "The feed is out of order"}}"#, status: 500)
    case ("GET", "/v1/truncated"):
      var answer = LoopbackServer.Answer.json(JSONText.text(of: posts(count: postCount, page: 0)))
      answer.transfer = .truncated(after: answer.body.count / 2)
      return answer
    case ("GET", "/v1/page"):
      return LoopbackServer.Answer(
        headers: ["content-type": "text/html"], body: Array("<!doctype html><title>Sign in</title>".utf8))
    default: return .json(#"{"error": "There is nothing here"}"#, status: 404)
    }
  }

  /// Returns a page of posts, newest first.
  private func posts(count: Int, page: Int) -> Value {
    let first = min(postCount, page * count)
    return .array((first..<min(postCount, first + count)).map { .dictionary(Self.post(postCount - $0)) })
  }

  /// Returns a post by its number; higher numbers are newer. All values are derived from the number.
  package static func post(_ number: Int) -> [String: Value] {
    let hour = number / 3600 % 24
    let time = [hour, number / 60 % 60, number % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    let date = "Wed Jun 20 \(time) +0000 2018"
    return [
      "id_str": .string(String(number)), "text": .string("Post \(number)"), "created_at": .string(date),
      "favorite_count": .integer(Int64(number % 50 + 1)), "repost_count": .integer(Int64(number % 7)),
      "user": author(number % 10),
    ]
  }

  private static func author(_ number: Int) -> Value {
    [
      "id_str": .string(String(number)), "name": .string("Author \(number)"),
      "screen_name": .string("author\(number)"),
    ]
  }

  /// Returns a parameter of a query or of a form-encoded body.
  private func parameter(_ name: String, of text: String?) -> String? {
    for pair in (text ?? "").split(separator: "&") where pair.hasPrefix(name + "=") {
      return Self.decoded(pair.dropFirst(name.count + 1))
    }
    return nil
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
