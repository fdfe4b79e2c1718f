import Foundation
import Synchronization
import TesseraServices
import TesseraValues
import Testing

@Suite("The stub provider")
struct StubServiceProviderTests {
  private func provider(_ text: String, clock: any Clock<Duration> = InstantClock()) throws -> StubServiceProvider {
    StubServiceProvider(description: try ServiceDescription(text), clock: clock)
  }

  @Test func `the sample feed answers as its file states`() async throws {
    let provider = try provider(
      #"""
      {"defaults": {"baseUrl": "https://test", "httpMethod": "GET", "headers": {}, "resultKeyPath": "", "parameters": {}},
       "actions": {
         "currentUser": {"resultType": "Account", "nextAction": "homeFeed",
                         "response": {"id_str": "0", "name": "Favio Mobile"}},
         "homeFeed": {"resultType": "[Post]", "clearPolicy": "after", "parameters": {"count": "20"},
                      "response": [{"id_str": "1", "favorite_count": 9000}]},
         "newPost": {"httpMethod": "POST", "resultType": "Post", "parameters": {"status": "$text"},
                     "response": {"id_str": "7", "text": "$text"}}},
       "options": {"debugDelay": 0.25, "transformers": {"date": {"strToDate": {"format": "EEE MMM d HH:mm:ss Z y"}}}}}
      """#)
    let user = try await provider.perform(ServiceRequest(action: "currentUser"))
    #expect(user.result == ["id_str": "0", "name": "Favio Mobile"])
    #expect(user.action.nextAction == "homeFeed")
    let feed = try await provider.perform(ServiceRequest(action: "homeFeed", object: user.result))
    #expect(feed.result == [["id_str": "1", "favorite_count": 9000]])
    #expect(feed.action.clearPolicy == .after)
    let text = "say \"hi\"\nand \\ more"
    let post = try await provider.perform(ServiceRequest(action: "newPost", object: ["text": .string(text)]))
    #expect(post.result == ["id_str": "7", "text": .string(text)])
  }

  @Test func `placeholders are replaced by text in lists and at any depth, and all else keeps its type`() async throws {
    let provider = try provider(
      #"{"actions": {"a": {"response": [{"n": "$n", "m": ["$n of $t", {"u": "$o.u"}], "same": 5, "flag": true}]}}}"#)
    let result = try await provider.result("a", ["n": 5, "t": "x", "o": ["u": [1, 2]]])
    #expect(result == [["n": "5", "m": ["5 of x", ["u": "[1,2]"]], "same": 5, "flag": true]])
  }

  @Test func `an answer can contain a new identity and the present time, and typed text is never expanded to them`()
    async throws
  {
    let numbers = Mutex(0)
    let provider = StubServiceProvider(
      description: try ServiceDescription(
        #"{"actions": {"a": {"response": [{"id": "$uuid", "at": "$now", "text": "$text", "no": "$uuid!"}]}}}"#),
      clock: InstantClock(), now: { Date(timeIntervalSince1970: 60) },
      makeIdentity: {
        numbers.withLock { number in
          number += 1
          return "new-\(number)"
        }
      })
    let moment = Value.date(Date(timeIntervalSince1970: 60))
    #expect(
      try await provider.result("a", ["text": "$uuid"]) == [["id": "new-1", "at": moment, "text": "$uuid", "no": "!"]])
    #expect(
      try await provider.result("a", ["text": "$now"]) == [["id": "new-2", "at": moment, "text": "$now", "no": "!"]])
  }

  @Test func `the answer passes through the key path and the shape of the action`() async throws {
    let provider = try provider(
      #"""
      {"defaults": {"resultKeyPath": "data"}, "actions": {
        "a": {"resultType": "[Post]", "response": {"data": [{"id": 1}]}},
        "b": {"resultType": "[Post]", "response": {"data": {"id": 1}}}}}
      """#)
    #expect(try await provider.result("a") == [["id": 1]])
    #expect(try await provider.failure("b").kind == .unexpectedShape)
  }

  @Test func `an action without a response is not implemented`() async throws {
    let error = try await provider(#"{"actions": {"a": {"path": "https://test/"}}}"#).failure("a")
    #expect(error.kind == .notImplemented)
    #expect(error.status == 404)
    #expect(error.message == "Test response not implemented")
    #expect(error.value.value(at: "code") == 404)
  }

  @Test func `the answer arrives after the debug delay on the given clock, and cancelling ends the wait`() async throws
  {
    let text = #"{"options": {"debugDelay": 0.25}, "actions": {"a": {"response": 1}}}"#
    let clock = InstantClock()
    #expect(try await provider(text, clock: clock).result("a") == 1)
    #expect(clock.sleeps == [.milliseconds(250)])
    let slow = try provider(text.replacing("0.25", with: "3600"), clock: ContinuousClock())
    let task = Task { try await slow.failure("a") }
    task.cancel()
    #expect(try await task.value.kind == .cancelled)
  }

  @Test func `a stub selects its answer by the request's number and input, and can fail`() async throws {
    let provider = try provider(
      #"""
      {"actions": {
        "a": {"errorKeyPath": "problem", "responses": [
          {"call": 2, "status": 503, "response": {"problem": "busy"}},
          {"call": 3, "failure": "timeout"},
          {"when": {"p": 2, "of.q": "x"}, "response": {"n": "$p"}},
          {"status": 204, "call": 5},
          {"response": {"n": 1}}]},
        "b": {"responses": [{"call": 2, "response": 2}]}}}
      """#)
    #expect(try await provider.result("a", ["p": 1]) == ["n": 1])
    let busy = try await provider.failure("a")
    #expect((busy.kind, busy.status, busy.message) == (.status, 503, "busy"))
    #expect(try await provider.failure("a").kind == .timeout)
    #expect(try await provider.result("a", ["p": 2, "of": ["q": "x"]]) == ["n": "2"])
    #expect(try await provider.result("a", ["p": 2]) == .null)
    #expect(try await provider.result("a", ["p": 2]) == ["n": 1])
    // Each action has its own count.
    #expect(try await provider.failure("b").kind == .notImplemented)
    #expect(try await provider.result("b") == 2)
    #expect(try await provider.failure("b").kind == .notImplemented)
  }

  @Test func `a stub answers screen requests by method, address and body, and without stubs they go to their servers`()
    async throws
  {
    let provider = try provider(
      #"""
      {"actions": {}, "requests": [
        {"method": "POST", "url": "https://a.test/login", "call": 1, "status": 401, "response": {"error": "no"}},
        {"method": "POST", "url": "https://a.test/login", "when": {"name": "ann"}, "response": {"hello": "$name"}},
        {"url": "https://a.test/files/*", "response": "file"},
        {"url": "https://a.test/find?q=1", "response": 1},
        {"url": "https://down.test/", "failure": "host-not-found"}]}
      """#)
    func answer(_ method: String, _ url: String, _ body: Value = .null) async throws(ServiceError) -> DirectResponse? {
      try await provider.response(to: try DirectRequest(url: url, method: method, headers: [:], body: body))
    }
    let refused = try await answer("POST", "https://a.test/login", ["name": "ann"])
    #expect((refused?.status, refused?.isSuccess, refused?.data) == (401, false, ["error": "no"]))
    #expect(try await answer("POST", "https://a.test/login?x=1", ["name": "ann"])?.data == ["hello": "ann"])
    #expect(try await answer("GET", "https://a.test/files/a/b?c")?.data == "file")
    #expect(try await answer("GET", "https://a.test/find?q=1")?.data == 1)
    for (method, url) in [
      ("GET", "https://a.test/login"), ("GET", "https://a.test/find?q=2"), ("GET", "https://b.test/"),
      ("POST", "https://a.test/login"),
    ] {
      let error = await #expect(throws: ServiceError.self) { try await answer(method, url) }
      #expect(error?.kind == .notImplemented)
    }
    let error = await #expect(throws: ServiceError.self) { try await answer("GET", "https://down.test/") }
    #expect(error?.kind == .hostNotFound)
    let none = try self.provider(#"{"actions": {}}"#)
    #expect(
      try await none.response(to: DirectRequest(url: "https://a.test/", method: nil, headers: [:], body: .null)) == nil)
  }

  @Test(arguments: [
    (#""actions": {"a": {"response": 1, "responses": []}}"#, "not both"),
    (#""actions": {"a": {"responses": [{"failure": "timeout", "status": 200}]}}"#, "neither 'status' nor 'response'"),
    (#""actions": {"a": {"responses": [{"call": 0}]}}"#, "'call' is a whole number from 1 to 1000000"),
    (#""actions": {"a": {"responses": [{"status": 99}]}}"#, "'status' is a whole number from 200 to 599"),
    (#""actions": {"a": {"responses": [{"failure": "time-out"}]}}"#, "Unknown failure 'time-out'"),
    (#""actions": {"a": {"responses": [{"answer": 1}]}}"#, "Unknown key 'answer'"),
    (#""defaults": {"responses": []}, "actions": {}"#, "belongs to one action"),
    (#""actions": {}, "requests": [{"response": 1}]"#, "needs the key 'url'"),
    (#""actions": {}, "requests": [{"url": "a.test"}]"#, "The address 'a.test'"),
    (#""actions": {}, "requests": [{"url": "https://a.test", "method": "SEND"}]"#, "Unknown method 'SEND'"),
    (#""options": {"provider": "http"}, "actions": {}, "requests": []"#, "the provider is 'http'"),
  ])
  func `an invalid answer of a stub is reported`(_ text: String, _ message: String) throws {
    var diagnostics = Diagnostics()
    _ = ServiceDescription.decode(try JSONNode.parse(Array("{\(text)}".utf8)), diagnostics: &diagnostics)
    #expect(diagnostics.all.contains { $0.message.contains(message) }, "\(diagnostics.all)")
  }
}
