public import Foundation
public import TesseraServices
public import TesseraValues

/// The parameters of a service provider.
public struct ServiceProviderContext: Sendable {
  /// The widget's service.
  public let description: ServiceDescription
  /// The hosts that the widget may connect to.
  package let policy: HostPolicy
  /// The transport of requests.
  package let transport: HTTPTransport
  /// The files that the widget shares with its app; nil for none.
  package let group: GroupStore?
  /// The clock for delayed responses.
  public let clock: any Clock<Duration>
  /// Returns the current date for the widget.
  public let now: @Sendable () -> Date
  /// The state that requests of the instance share.
  package let exchangeContext: ServiceExchangeContext

  /// The values of the widget's options, including secret ones: they are for requests only, not for screens.
  public var options: [String: Value] { exchangeContext.identity.options }

  /// Reports the progress of an upload, from 0 to 1.
  public func reportProgress(_ progress: Double) { exchangeContext.onProgress?(min(max(progress, 0), 1)) }
}

/// The service providers, by the names that documents use.
public struct ServiceProviderRegistry: Sendable {
  /// Creates a provider for one widget.
  public typealias Factory = @Sendable (ServiceProviderContext) -> any ServiceProvider

  private var factories: [String: Factory] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Registers a provider, replacing one of the same name.
  public mutating func register(_ name: String, _ make: @escaping Factory) { factories[name] = make }

  /// The factory of a provider.
  public subscript(name: String) -> Factory? { factories[name] }

  /// The names of all providers, sorted.
  public var names: [String] { factories.keys.sorted() }

  /// The built-in providers.
  public static let standard: ServiceProviderRegistry = {
    var registry = ServiceProviderRegistry()
    registry.register(ServiceProviderName.stub.rawValue) { context in
      StubServiceProvider(
        description: context.description, clock: context.clock, now: context.now,
        calls: context.exchangeContext.stubCalls,
        options: OptionValues(context.options))
    }
    registry.register(ServiceProviderName.http.rawValue) { context in
      StandardServiceProvider(
        description: context.description, policy: context.policy, transport: context.transport, group: context.group,
        context: context.exchangeContext)
    }
    return registry
  }()
}
