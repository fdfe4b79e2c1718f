public import TesseraValues

/// An app's hooks into the requests of widgets and their responses. Every method is optional.
///
/// An interceptor stands between an action of the service and the network. Requests that it creates or modifies are
/// still sent only to hosts that the manifest lists.
public protocol ServiceInterceptor: Sendable {
  /// Creates the whole request of an action; returns nil for the default request.
  func request(for action: String, object: Value) async throws -> NetworkRequest?
  /// Modifies a request before it is sent, for example by adding a header field.
  func modify(_ request: inout NetworkRequest, for action: String) async throws
  /// Returns the app's own message for a failure; nil if the response is no failure, or for the default message.
  ///
  /// This method is called for every response, because some servers report errors with a successful status.
  func errorMessage(of response: NetworkResponse, to action: String) -> String?
  /// Called before a request is sent.
  func willSend(_ request: NetworkRequest, for action: String)
  /// Called with the response to a request, or with the error that occurred.
  func didReceive(_ result: Result<NetworkResponse, ServiceError>, to action: String)
}

extension ServiceInterceptor {
  /// Returns nil, which means the default request.
  public func request(for action: String, object: Value) async throws -> NetworkRequest? { nil }
  /// Leaves the request unchanged.
  public func modify(_ request: inout NetworkRequest, for action: String) async throws {}
  /// Returns nil, which means the default message.
  public func errorMessage(of response: NetworkResponse, to action: String) -> String? { nil }
  /// Does nothing.
  public func willSend(_ request: NetworkRequest, for action: String) {}
  /// Does nothing.
  public func didReceive(_ result: Result<NetworkResponse, ServiceError>, to action: String) {}
}
