import TesseraValues

/// Messages that a server pushes.
extension ServiceExchange {
  /// The maximum number of a WebSocket's messages that are processed per second. Further messages wait at the server.
  private static let maximumRate = 20

  /// Receives messages from the action's address until the task is cancelled.
  func follow(
    with object: Value, _ onEvent: @escaping @Sendable (ServiceMessage) async -> Void
  ) async throws(ServiceError) {
    guard let address = action.messages else {
      throw ServiceError(.invalidRequest, message: "The action does not receive messages")
    }
    let headers = try RequestComposer(action: action, object: object, options: options).headers()
    let open: @Sendable (Bool) async throws(ServiceError) -> OutgoingRequest = { isRefused throws(ServiceError) in
      var request = OutgoingRequest(url: address.url, method: .get)
      request.headers = headers
      guard action.needsAuthentication, let authorizer else { return request }
      let (authorized, used) = try await authorizer.authorized(request)
      guard isRefused, let used, authorizer.canRenew(used) else { return authorized }
      return try await authorizer.reauthorized(request, after: used) ?? authorized
    }
    let take: @Sendable ([UInt8]) async -> Void = { await onEvent(message(of: $0)) }
    let fail: @Sendable (ServiceError) async -> Void = { await onEvent(.failed($0.inAction(action.name))) }
    switch address.form {
    case .webSocket:
      await WebSocketSource(
        url: address.url, request: open, policy: policy, transport: transport, clock: context.clock
      ).follow(
        onOpen: { await onEvent(.opened) },
        onMessage: { bytes in
          await take(bytes)
          try? await context.clock.sleep(for: .milliseconds(1000 / Self.maximumRate))
        }, onFailure: fail)
    case .serverSentEvents:
      let source = try EventSource(
        address.url.text, request: open, expiredStatus: authorizer?.scheme.expiredStatus ?? 401, policy: policy,
        transport: transport, clock: context.clock)
      await source.follow(
        onOpen: { await onEvent(.opened) }, onEvent: { await take(Array($0.data.utf8)) }, onFailure: fail)
    }
  }

  /// Decodes a message.
  private func message(of bytes: [UInt8]) -> ServiceMessage {
    do throws(ServiceError) {
      let value: Value
      do throws(Diagnostic) {
        value = try action.format.value(of: bytes, in: context.responseContext)
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
