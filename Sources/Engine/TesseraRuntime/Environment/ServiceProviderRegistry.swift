public import Foundation
public import TesseraServices
public import TesseraValues

/// What a service provider is made for.
public struct ServiceProviderContext: Sendable {
  /// The widget's service.
  public let description: ServiceDescription
  /// Which hosts may be talked to.
  package let policy: HostPolicy
  /// How requests travel.
  package let transport: HTTPTransport
  /// The files that the widget shares with its app; nil where there are none.
  package let group: GroupStore?
  /// What answers that take their time wait on.
  public let clock: any Clock<Duration>
  /// The date that the widget sees.
  public let now: @Sendable () -> Date
  /// What requests of the instance share.
  package let surroundings: ServiceExchangeContext

  /// The values of the widget's options, those that are secret among them: they are for requests, and not for screens.
  public var options: [String: Value] { surroundings.identity.options }

  /// Tells how much of what is sent is sent, from 0 to 1.
  public func reportProgress(_ progress: Double) { surroundings.onProgress?(min(max(progress, 0), 1)) }
}

/// Where answers of services can come from, by the names that documents use.
public struct ServiceProviderRegistry: Sendable {
  /// Makes a provider for one widget.
  public typealias Factory = @Sendable (ServiceProviderContext) -> any ServiceProvider

  private var factories: [String: Factory] = [:]

  /// An empty registry.
  public init() {}

  /// Adds a provider; one of the same name is replaced.
  public mutating func register(_ name: String, _ make: @escaping Factory) { factories[name] = make }

  /// What makes the provider of a name.
  public subscript(name: String) -> Factory? { factories[name] }

  /// The names of all providers, sorted.
  public var names: [String] { factories.keys.sorted() }

  /// The providers that Tessera brings along.
  public static let standard: ServiceProviderRegistry = {
    var registry = ServiceProviderRegistry()
    registry.register(ServiceProviderName.stub.rawValue) { context in
      StubServiceProvider(
        description: context.description, clock: context.clock, now: context.now, calls: context.surroundings.stubCalls)
    }
    registry.register(ServiceProviderName.http.rawValue) { context in
      StandardServiceProvider(
        description: context.description, policy: context.policy, transport: context.transport, group: context.group,
        surroundings: context.surroundings)
    }
    return registry
  }()
}
