import HTTPTypes
import TesseraValues

/// Sends the requests of widgets through an app's own networking, with its sessions, headers and logs.
///
/// Requests are checked beforehand: the client receives only URLs on hosts that the manifest lists. The runtime follows
/// redirects itself, one request at a time, so that each target is checked too.
public protocol NetworkClient: Sendable {
  /// Sends a request and returns the whole response, whatever its status. Cancelling the task ends the exchange.
  /// - Throws: Any error if there is no response. The error is meant for developers; users see a general message.
  func send(_ request: NetworkRequest) async throws -> NetworkResponse
}

/// A network client that can also stream responses, because it has its own transport.
package protocol StreamingNetworkClient: NetworkClient {
  /// The transport that sends requests in place of ``NetworkClient/send(_:)``.
  var transport: HTTPTransport { get }
}

/// A request of a widget.
public struct NetworkRequest: Sendable, Hashable {
  /// The absolute URL, with the scheme `http` or `https`.
  public var url: String
  /// The method in upper case.
  public var method: String
  /// The header fields. Names are in lower case.
  public var headers: [String: String]
  /// The body of the request.
  public var body: [UInt8]?

  /// Creates a request.
  public init(url: String, method: String = "GET", headers: [String: String] = [:], body: [UInt8]? = nil) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// A server's response.
public struct NetworkResponse: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The header fields. Names are case-insensitive.
  public var headers: [String: String]
  /// The whole body, decompressed.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension OutgoingRequest {
  /// Sends the request with an app's client.
  func exchange(by client: any NetworkClient) async throws -> IncomingResponse {
    let response: NetworkResponse
    do {
      response = try await client.send(forApps)
    } catch {
      throw TransportFailure.error(of: error, url: url, isBody: false)
    }
    guard response.body.count <= maximumResponseBytes else { throw tooLarge(status: response.status) }
    return IncomingResponse(
      status: response.status,
      headers: HTTPFields(response.headers),
      body: response.body, url: url)
  }
}

extension HTTPTransport {
  /// Reads from a source of this machine that the transport grants.
  /// - Parameter path: The percent-encoded path, which begins with `/`.
  package func read(_ source: String, path: String, query: String?) async throws(ServiceError) -> NetworkResponse {
    let host = LocalSourceHost.host(of: source)
    guard let url = try? HTTPURL("http://\(host)\(path)" + (query.map { "?\($0)" } ?? "")),
      let pattern = try? HostPattern(parsing: host)
    else { throw ServiceError(.invalidRequest, message: "'\(path.prefix(200))' is not a path") }
    return try await send(OutgoingRequest(url: url, method: .get), policy: HostPolicy(hosts: [pattern])).forApps
  }

  /// Sends a request of an app. Any host with a public address is allowed, and redirects are not followed.
  /// - Throws: ``ServiceError`` if there is no response.
  package func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    guard let url = try? HTTPURL(request.url), let method = RequestMethod(rawValue: request.method) else {
      throw ServiceError(
        .invalidRequest, message: "'\(request.url.prefix(200))' is not an address that can be requested")
    }
    var outgoing = OutgoingRequest(url: url, method: method)
    outgoing.headers = HTTPFields(request.headers)
    outgoing.body = request.body
    var policy = HostPolicy.none
    policy.allowsAnyHost = true
    return try await exchange(outgoing, policy: policy).forApps
  }
}
