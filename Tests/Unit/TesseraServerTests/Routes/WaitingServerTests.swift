import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TesseraData
import TesseraHTTPClient
import TesseraValues
import Testing

@testable import TesseraServer

@Suite("A server that waits")
struct WaitingServerTests {
  @Test func `it answers everything with 503 and when to ask again, and frees its port`() async throws {
    let (ports, announce) = AsyncStream.makeStream(of: Int.self)
    let server = WaitingServer(ServerConfiguration(), logger: Logger(label: "tests"))
    let running = Task { try await server.run { announce.yield($0) } }
    var iterator = ports.makeAsyncIterator()
    let port = try #require(await iterator.next())
    let client = RouteClient(port: port)
    for (method, path) in [(HTTPRequest.Method.get, "/readyz"), (.get, "/"), (.post, "/boards/home/edits")] {
      let response = try await client.execute(uri: path, method: method, headers: [:])
      #expect(response.status == .serviceUnavailable && response.rule == "not-ready")
      #expect(response.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
    }
    running.cancel()
    _ = await running.result
    var configuration = ServerConfiguration()
    configuration.port = port
    let again = WaitingServer(configuration, logger: Logger(label: "tests"))
    let second = Task { try await again.run { announce.yield($0) } }
    #expect(await iterator.next() == port)
    second.cancel()
    _ = await second.result
  }
}

@Suite("Responses that say when to retry")
struct RetriableResponseTests {
  @Test(
    arguments: [
      (HTTPResponse.Status.serviceUnavailable, nil, "5"), (.serviceUnavailable, 1, "1"),
      (.insufficientStorage, nil, "30"),
      (.notFound, nil, nil), (.tooManyRequests, 7, "7"),
    ] as [(HTTPResponse.Status, Int?, String?)])
  func `all that a client can retry later say when`(status: HTTPResponse.Status, seconds: Int?, expected: String?) {
    let response = Response.problem(status, rule: "rule", message: "Message", retryAfter: seconds)
    #expect(response.headers[.retryAfter] == expected)
    if seconds == nil { #expect(Response.notice(status, "Title", "Text").headers[.retryAfter] == expected) }
  }

  @Test func `a full disk has its own rule, whatever was to be stored`() async throws {
    let response = Response.problem(of: StoreError.diskFull.diagnostic, "Nothing was changed")
    #expect(response.status == .insufficientStorage)
    let error = try #require(await response.value()?.value(at: "error"))
    #expect(error.value(at: "rule") == "disk-full" && error.value(at: "message") == "The disk is full")
    let other = Response.problem(of: StoreError.notPersisted(reason: "why").diagnostic, "Nothing was changed")
    let text = try #require(await other.value()?.value(at: "error.message").string)
    #expect(text == "Nothing was changed: The change was not stored: why")
  }
}
