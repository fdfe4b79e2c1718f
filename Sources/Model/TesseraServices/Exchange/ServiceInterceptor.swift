public import TesseraValues

/// What an app has to say about the requests of widgets and their answers. Each part is optional.
///
/// It stands between an action of the service and the network: what it makes or changes is still sent only to hosts that the
/// manifest names.
public protocol ServiceInterceptor: Sendable {
  /// Makes the whole request of an action; nil for the usual one.
  func request(for action: String, object: Value) async throws -> NetworkRequest?
  /// Changes a request before it is sent, such as by a header field of the app.
  func modify(_ request: inout NetworkRequest, for action: String) async throws
  /// Says in the app's words what is wrong with an answer; nil where nothing is, or for the usual words.
  ///
  /// It is asked about every answer: some servers report errors with a status of success.
  func errorMessage(of response: NetworkResponse, to action: String) -> String?
  /// Hears of a request before it is sent.
  func willSend(_ request: NetworkRequest, for action: String)
  /// Hears of its answer, or why there is none.
  func didReceive(_ result: Result<NetworkResponse, ServiceError>, to action: String)
}

extension ServiceInterceptor {
  /// The usual request.
  public func request(for action: String, object: Value) async throws -> NetworkRequest? { nil }
  /// Nothing is changed.
  public func modify(_ request: inout NetworkRequest, for action: String) async throws {}
  /// The usual words.
  public func errorMessage(of response: NetworkResponse, to action: String) -> String? { nil }
  /// Nobody listens.
  public func willSend(_ request: NetworkRequest, for action: String) {}
  /// Nobody listens.
  public func didReceive(_ result: Result<NetworkResponse, ServiceError>, to action: String) {}
}
