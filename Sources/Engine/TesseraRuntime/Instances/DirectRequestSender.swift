import TesseraServices
import TesseraValues

/// Sends the requests that screens make without an action of the service. If the service uses stubs, a stub responds.
struct DirectRequestSender: Sendable {
  private let context: InstanceContext
  private let stubCalls: StubCalls

  init(_ context: InstanceContext, stubCalls: StubCalls) {
    self.context = context
    self.stubCalls = stubCalls
  }

  /// The stub that responds in place of servers, if the service uses stubs.
  private var stub: StubServiceProvider? {
    guard context.definition.service.provider == .stub else { return nil }
    return StubServiceProvider(
      description: context.definition.service, clock: context.environment.clock, now: context.environment.now,
      calls: stubCalls)
  }

  /// Returns the document of the stub; nil if the server must be asked.
  func stubbedDocument(_ request: DirectRequest) async throws(ServiceError) -> [UInt8]? {
    guard let response = try await stub?.response(to: request) else { return nil }
    guard response.isSuccess else { throw .refused(status: response.status) }
    if let text = response.data.string { return Array(text.utf8) }
    return Array(JSONText.text(of: response.data).utf8)
  }

  /// Returns the body of a response from a host that the manifest lists.
  func data(from address: String) async throws(ServiceError) -> [UInt8] {
    let request = try DirectRequest(url: context.absolute(address), method: nil, headers: [:], body: .null)
    if let response = try await stubbedDocument(request) { return response }
    return try await request.document(by: context.environment.transport, policy: context.policy, knowing: nil).body
  }

  /// Sends an action's request to a host that the manifest lists.
  func send(_ request: DirectRequest) async throws(ServiceError) -> DirectResponse {
    do {
      let response =
        if let response = try await stub?.response(to: request) { response } else {
          try await request.send(
            by: context.environment.transport, policy: context.policy,
            in: ResponseContext(
              now: context.environment.now(), timeZone: context.environment.timeZone,
              report: { [context] in context.log(.info, .network, $0.description) },
              contentDecoding: context.environment.contentDecoding))
        }
      context.log(.info, .network, "\(request.summary): \(response.status)")
      return response
    } catch {
      context.log(.info, .network, "\(request.summary): \(error.message)")
      throw error
    }
  }
}
