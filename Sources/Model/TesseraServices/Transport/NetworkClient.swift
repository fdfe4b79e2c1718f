import HTTPTypes

/// Carries the requests of widgets: what an app has of its own for that, with its sessions, headers and logs.
///
/// What a widget may ask for is decided before: the client sees only addresses on hosts that the manifest names. Redirects are
/// followed by the runtime, one request after the other, so that each of them is decided upon, too.
public protocol NetworkClient: Sendable {
  /// Sends a request and returns the whole answer, whatever its status. Cancelling the task ends the exchange.
  /// - Throws: any error where there is no answer; people read that the server cannot be reached, developers the error.
  func send(_ request: NetworkRequest) async throws -> NetworkResponse
}

/// A network client that can also stream responses, because it brings a transport of its own.
package protocol StreamingNetworkClient: NetworkClient {
  /// What requests are sent with, in place of ``NetworkClient/send(_:)``.
  var transport: HTTPTransport { get }
}

/// A request of a widget.
public struct NetworkRequest: Sendable, Hashable {
  /// The absolute address, with scheme `http` or `https`.
  public var url: String
  /// The method in capitals.
  public var method: String
  /// The header fields; names are in lower case.
  public var headers: [String: String]
  /// What is sent.
  public var body: [UInt8]?

  /// Creates a request.
  public init(url: String, method: String = "GET", headers: [String: String] = [:], body: [UInt8]? = nil) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// What a server answered.
public struct NetworkResponse: Sendable, Hashable {
  /// The status of HTTP.
  public var status: Int
  /// The header fields; the case of names makes no difference.
  public var headers: [String: String]
  /// The whole body, decompressed.
  public var body: [UInt8]

  /// Creates an answer.
  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension OutgoingRequest {
  /// Has a client of the app carry the request.
  func exchange(by client: any NetworkClient) async throws -> IncomingAnswer {
    let response: NetworkResponse
    do {
      response = try await client.send(forApps)
    } catch {
      throw TransportFailure.error(of: error, url: url, isBody: false)
    }
    guard response.body.count <= maximumAnswerBytes else { throw tooLarge(status: response.status) }
    return IncomingAnswer(
      status: response.status,
      headers: HTTPFields(response.headers),
      body: response.body, url: url)
  }
}

extension HTTPTransport {
  /// Sends a request of an app. It may go to any host with a public address, and follows no redirect.
  /// - Throws: ``ServiceError`` where there is no response.
  package func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    guard let url = try? HTTPURL(request.url), let method = RequestMethod(rawValue: request.method) else {
      throw ServiceError(.invalidRequest, message: "'\(request.url.prefix(200))' is not an address that can be asked")
    }
    var outgoing = OutgoingRequest(url: url, method: method)
    outgoing.headers = HTTPFields(request.headers)
    outgoing.body = request.body
    var policy = HostPolicy.none
    policy.allowsAnyHost = true
    return try await exchange(outgoing, policy: policy).forApps
  }
}
