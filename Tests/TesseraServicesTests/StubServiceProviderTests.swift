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

  @Test("the sample feed answers as its file says")
  func sample() async throws {
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

  @Test("placeholders are replaced by texts in lists and at any depth, and all else keeps its type")
  func substitution() async throws {
    let provider = try provider(
      #"{"actions": {"a": {"response": [{"n": "$n", "m": ["$n of $t", {"u": "$o.u"}], "same": 5, "flag": true}]}}}"#)
    let result = try await provider.result("a", ["n": 5, "t": "x", "o": ["u": [1, 2]]])
    #expect(result == [["n": "5", "m": ["5 of x", ["u": "[1,2]"]], "same": 5, "flag": true]])
  }

  @Test("an answer can hold a new identity and the present moment, and what a person typed is never taken for them")
  func newThings() async throws {
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

  @Test("the answer goes through the key path and the shape of the action")
  func pipeline() async throws {
    let provider = try provider(
      #"""
      {"defaults": {"resultKeyPath": "data"}, "actions": {
        "a": {"resultType": "[Post]", "response": {"data": [{"id": 1}]}},
        "b": {"resultType": "[Post]", "response": {"data": {"id": 1}}}}}
      """#)
    #expect(try await provider.result("a") == [["id": 1]])
    #expect(try await provider.failure("b").kind == .unexpectedShape)
  }

  @Test("an action without a response is not implemented")
  func notImplemented() async throws {
    let error = try await provider(#"{"actions": {"a": {"path": "https://test/"}}}"#).failure("a")
    #expect(error.kind == .notImplemented)
    #expect(error.status == 404)
    #expect(error.message == "Test response not implemented")
    #expect(error.value.value(at: "code") == 404)
  }

  @Test("the answer comes after the debug delay on the given clock, and cancelling ends the wait")
  func delay() async throws {
    let text = #"{"options": {"debugDelay": 0.25}, "actions": {"a": {"response": 1}}}"#
    let clock = InstantClock()
    #expect(try await provider(text, clock: clock).result("a") == 1)
    #expect(clock.sleeps == [.milliseconds(250)])
    let slow = try provider(text.replacing("0.25", with: "3600"), clock: ContinuousClock())
    let task = Task { try await slow.failure("a") }
    task.cancel()
    #expect(try await task.value.kind == .cancelled)
  }
}
