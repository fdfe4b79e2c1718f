import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import TesseraHTTPClient
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraServer

/// Sends requests to the routes of a server that listens on the loopback interface.
struct RouteClient: Sendable {
  private static let client = CurlHTTPClient()

  let port: Int

  func execute(
    uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer? = nil
  ) async throws -> RouteResponse {
    let response = try await Self.client.send(
      // The port is not part of the host name, so that origins without a port are the server's own.
      HTTPClientRequest(
        method: method, url: "http://localhost\(uri)", address: try #require(NetworkAddress("127.0.0.1")), port: port,
        fields: headers, body: body.map { Array($0.readableBytesView) }))
    var bytes = ByteBuffer()
    for try await chunk in response.body { bytes.writeBytes(chunk) }
    return RouteResponse(
      status: HTTPResponse.Status(code: response.status), headers: response.fields, body: bytes)
  }

  /// Opens a stream.
  func open(_ uri: String, headers: HTTPFields) async throws -> HTTPClientResponse {
    try await Self.client.send(
      HTTPClientRequest(
        method: .get, url: "http://localhost\(uri)", address: try #require(NetworkAddress("127.0.0.1")), port: port,
        fields: headers))
  }
}

/// The response of a route.
struct RouteResponse: Sendable {
  var status: HTTPResponse.Status
  var headers: HTTPFields
  var body: ByteBuffer

  var text: String { String(buffer: body) }
  var rule: String? { try? Value.parseJSON(body.readableBytesView).value(at: "error.rule").string }
}

extension WidgetServer {
  /// Runs a test against the server on a free port of the loopback interface, and stops the server.
  func listening<Result: Sendable>(
    _ test: @escaping @Sendable (_ port: Int) async throws -> Result
  ) async throws -> Result {
    let (ports, announce) = AsyncStream.makeStream(of: Int.self)
    let application = application { address in
      announce.yield(URL(string: address)?.port ?? 0)
      announce.finish()
    }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      let services = ServiceGroup(
        configuration: ServiceGroupConfiguration(services: [application], logger: Logger(label: "tests")))
      group.addTask {
        try await services.run()
        return nil
      }
      var result: Result?
      for await port in ports { result = try await test(port) }
      await services.triggerGracefulShutdown()
      while try await group.next() != nil {}
      return try #require(result)
    }
  }
}

extension CurlHTTPClient {
  /// Gets a resource of a server on the loopback interface.
  /// - Parameter host: The value of the `Host` field; nil for `localhost`.
  func get(
    _ path: String, port: Int, host: String? = nil
  ) async throws -> (status: Int, fields: HTTPFields, text: String) {
    let address = try #require(NetworkAddress("127.0.0.1"))
    let response = try await send(
      HTTPClientRequest(url: "http://\(host ?? "localhost:\(port)")\(path)", address: address, port: port))
    var bytes: [UInt8] = []
    for try await chunk in response.body { bytes += chunk }
    return (response.status, response.fields, String(decoding: bytes, as: UTF8.self))
  }
}
