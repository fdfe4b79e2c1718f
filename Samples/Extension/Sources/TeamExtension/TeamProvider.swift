import TesseraServices
import TesseraValues

/// A service provider that produces its responses in Swift.
struct TeamProvider: ServiceProvider {
  /// The content of the widget's `service.json`.
  let description: ServiceDescription

  func perform(_ request: ServiceRequest) async throws(ServiceError) -> ServiceResponse {
    let action = try description.action(named: request.action)
    guard action.name == "members" else {
      throw ServiceError(.notImplemented, message: "The team does not answer '\(action.name)'")
    }
    return ServiceResponse(
      action: action,
      result: [["id": 1, "name": "Ada Lovelace"], ["id": 2, "name": "Grace Hopper"], ["id": 3, "name": "Mary Shaw"]])
  }
}
