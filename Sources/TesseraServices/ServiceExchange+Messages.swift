import NIOHTTP1
import TesseraValues

/// Messages that a server sends by itself.
extension ServiceExchange {
  /// Messages a second that are taken; more wait at the server.
  private static let maximumRate = 20

  /// Follows the action's address until the task is cancelled.
  func follow(
    with object: Value, _ onEvent: @escaping @Sendable (ServiceMessage) async -> Void
  ) async throws(ServiceError) {
    guard let address = action.messages else {
      throw ServiceError(.invalidRequest, message: "The action does not listen")
    }
    var request = OutgoingRequest(url: address.url, method: .get)
    request.headers = try RequestComposer(action: action, object: object).headers()
    if action.needsAuthentication, let authorizer { request = try await authorizer.authorized(request).request }
    let take: @Sendable ([UInt8]) async -> Void = { bytes in
      await onEvent(message(of: bytes))
      try? await surroundings.clock.sleep(for: .milliseconds(1000 / Self.maximumRate))
    }
    let fail: @Sendable (ServiceError) async -> Void = { await onEvent(.failed($0.inAction(action.name))) }
    switch address.form {
    case .webSocket:
      await WebSocketSource(
        url: request.url, headers: request.headers, policy: policy, transport: transport, clock: surroundings.clock
      ).follow(onOpen: { await onEvent(.opened) }, onMessage: take, onFailure: fail)
    case .serverSentEvents:
      let source = try EventSource(
        request.url.text, headers: request.headers, policy: policy, transport: transport, clock: surroundings.clock)
      await source.follow(
        onOpen: { await onEvent(.opened) }, onEvent: { await take(Array($0.data.utf8)) }, onFailure: fail)
    }
  }

  /// What a message comes to.
  private func message(of bytes: [UInt8]) -> ServiceMessage {
    do throws(ServiceError) {
      let value: Value
      do throws(Diagnostic) {
        value = try action.format.value(of: bytes)
      } catch {
        throw ServiceError(
          .notJSON, message: "The server's message cannot be read as \(action.format.name)",
          underlying: error.description)
      }
      return .received(ServiceResponse(action: action, result: try action.result(in: value, status: 200)))
    } catch {
      return .failed(error.inAction(action.name))
    }
  }
}
