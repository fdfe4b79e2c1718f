import TesseraValues

/// Asks a server over HTTP, or reads and writes a file that the widget shares with its app.
///
/// A status from 200 to 299 is a success, any other an error with the message that stands at
/// ``ServiceAction/errorKeyPath`` of the answer.
package struct StandardServiceProvider: ServiceProvider {
  /// What can be asked for.
  package let description: ServiceDescription
  /// Whom the widget may talk to.
  package let policy: HostPolicy
  private let transport: HTTPTransport
  private let group: GroupStore?

  /// Creates a provider.
  /// - Parameter group: the files that the widget shares with its app.
  package init(
    description: ServiceDescription, policy: HostPolicy, transport: HTTPTransport = .shared, group: GroupStore? = nil
  ) {
    self.group = group
    self.description = description
    self.policy = policy
    self.transport = transport
  }

  /// Sends the action's request and reads the answer.
  package func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
    let action = try description.action(named: request.action)
    do throws(ServiceError) {
      try action.checkUsable()
      if let file = action.file { return try action.perform(on: file, of: group, with: request.object) }
      let outgoing = try RequestComposer(action: action, object: request.object).request()
      let answer = try await transport.send(outgoing, policy: policy)
      return ServiceResponse(action: action, result: try action.result(in: answer), status: answer.status)
    } catch {
      throw error.inAction(action.name)
    }
  }
}
