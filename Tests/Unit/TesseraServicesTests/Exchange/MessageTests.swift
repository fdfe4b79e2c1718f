import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

/// Messages that servers push.
struct MessageTests {
  @Test func `Messages of a WebSocket arrive in order, fragmented or not`() async throws {
    try await LoopbackWebSocket.run { _ in
      [.text(#"{"n": 1}"#), .pieces(["{\"n\"", ": ", "2}"]), .text("nonsense"), .ping(then: #"{"n": 3}"#)]
    } during: { server in
      let heard = try await server.heard(3)
      #expect(heard == ["opened", "1", "2", "not-json", "3"])
      let opening = try #require(server.requests.first)
      #expect(opening["host"] == server.host)
      #expect(opening["x-app"] == "1")
      #expect(opening["authorization"] == "Bearer s3cret")
    }
  }

  @Test func `A closed connection is reopened`() async throws {
    try await LoopbackWebSocket.run { connection in
      connection < 2 ? [.text(#"{"n": \#(connection)}"#), .close] : [.text(#"{"n": 9}"#)]
    } during: { server in
      let heard = try await server.heard(3)
      #expect(heard == ["opened", "0", "opened", "1", "opened", "9"])
    }
  }

  @Test func `A message that is too large closes the connection`() async throws {
    let large = "\"" + String(repeating: "x", count: 700_000)
    try await LoopbackWebSocket.run { connection in
      connection == 0 ? [.pieces([large, large])] : [.text(#"{"n": 1}"#)]
    } during: { server in
      let heard = try await server.heard(1)
      #expect(heard == ["opened", "too-large", "opened", "1"])
    }
  }

  @Test func `A flood of messages is received one by one, and none is lost`() async throws {
    try await LoopbackWebSocket.run { _ in
      (0..<2000).map { .text(#"{"n": \#($0)}"#) }
    } during: { server in
      let heard = try await server.heard(2000)
      #expect(heard == ["opened"] + (0..<2000).map(String.init))
    }
  }

  @Test func `A server that refuses a WebSocket is reported`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let first = try await firstFailure(of: "ws://\(server.host)/", host: server.host)
      #expect(first.kind == .connection)
      #expect(first.action == "live")
    }
  }

  @Test func `A host that the manifest does not name is not connected to`() async throws {
    try await LoopbackWebSocket.run { _ in
      []
    } during: { server in
      let first = try await firstFailure(of: "ws://\(server.host)/", host: "elsewhere.example.org")
      #expect(first.kind == .hostNotAllowed)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `Server-sent events are messages, too`() async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(
        headers: ["content-type": "text/event-stream"], body: Array("data: {\"n\": 1}\n\ndata: {\"n\": 2}\n\n".utf8))
    } during: { server in
      let heard = try await collected(2, at: server.url("/live"), host: server.host)
      #expect(heard == ["opened", "1", "2"])
    }
  }

  private func firstFailure(of address: String, host: String) async throws -> ServiceError {
    let found = Mutex<ServiceError?>(nil)
    let provider = try listening(at: address, host: host)
    let task = Task {
      try await provider.follow(ServiceRequest(action: "live")) { message in
        if case .failed(let error) = message {
          found.withLock { $0 = $0 ?? error }
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    }
    try? await task.value
    return try #require(found.withLock { $0 })
  }
}

private func listening(at address: String, host: String) throws -> StandardServiceProvider {
  let description = try ServiceDescription(
    #"""
    {"defaults": {"socket": "\#(address)", "needAuth": true}, "auth": {"type": "bearer", "token": "$secret"},
     "actions": {"live": {"socket": true, "headers": {"X-App": "1"}}}}
    """#)
  return StandardServiceProvider(
    description: description, policy: HostPolicy(texts: [host], allowsPrivateAddresses: true),
    transport: HTTPTransport(),
    context: ServiceExchangeContext(
      identity: ServiceIdentity(options: ["secret": "s3cret"]), clock: UnhurriedClock(limit: .seconds(9))))
}

/// Receives a number of events, and returns them as texts.
private func collected(_ count: Int, at address: String, host: String) async throws -> [String] {
  let heard = Mutex<[String]>([])
  let provider = try listening(at: address, host: host)
  let task = Task {
    try await provider.follow(ServiceRequest(action: "live")) { message in
      let text =
        switch message {
        case .opened: "opened"
        case .received(let response): "\(response.result["n"] ?? .null)"
        case .failed(let error): error.kind.rawValue
        }
      let isEnough = heard.withLock { heard in
        heard.append(text)
        return heard.count { Int($0) != nil } >= count
      }
      if isEnough { withUnsafeCurrentTask { $0?.cancel() } }
    }
  }
  try? await task.value
  return heard.withLock { $0 }
}

extension LoopbackWebSocket {
  fileprivate func heard(_ count: Int) async throws -> [String] {
    try await collected(count, at: "ws://\(host)/live", host: host)
  }
}
