public import Foundation
import TesseraServices
public import TesseraValues

/// The parameters of a request to a provider.
public struct ProviderContext: Sendable {
  /// The values of the widget's options.
  public let options: [String: Value]
  /// The date that the widget sees.
  public let date: Date
  /// Whether the content is for a preview in a gallery, where example data suffices.
  public let isPreview: Bool
  /// Whether the host still shows the last content. If it does not, for example because the last result arrived too
  /// late, `noData` would leave it without content.
  public let hasContent: Bool
  /// The clock for delays; a virtual clock in tests.
  public let clock: any Clock<Duration>
  private let fetch: @Sendable (String) async throws -> [UInt8]

  init(
    options: [String: Value], date: Date, isPreview: Bool, hasContent: Bool, clock: any Clock<Duration>,
    fetch: @escaping @Sendable (String) async throws -> [UInt8]
  ) {
    self.options = options
    self.date = date
    self.isPreview = isPreview
    self.hasContent = hasContent
    self.clock = clock
    self.fetch = fetch
  }

  /// Fetches the body of a response from a host that the manifest lists.
  /// - Parameter url: An absolute URL, or a path relative to the manifest's `base`.
  /// - Throws: An error if the host is not listed or does not respond, or the status is not 2xx.
  public func data(from url: String) async throws -> [UInt8] { try await fetch(url) }
}

/// Provides the timeline of a widget.
///
/// The host requests timelines according to the reload policies, within the widget's budget. It draws each entry ahead
/// of time, so that no code of the widget runs at the entry's date.
public protocol TimelineProvider: Sendable {
  /// Returns placeholder content, which is shown with unreadable texts. It must return immediately.
  func placeholder(in context: ProviderContext) -> TimelineEntry
  /// Returns the current entry; example data suffices for a preview.
  func snapshot(in context: ProviderContext) async throws -> TimelineEntry
  /// Returns the timeline from now on.
  /// - Throws: Any error. The host keeps the current content, and tries again later.
  func timeline(in context: ProviderContext) async throws -> WidgetTimeline
}

/// Provides the current content of a widget, without a timeline.
public protocol UpdateProvider: Sendable {
  /// Requests new content. Calls do not overlap, and results after the host's deadline are discarded.
  func update(in context: ProviderContext) async -> UpdateResult
  /// Called when a page begins to show the widget, so that the next update finds its data fetched. An update may begin
  /// meanwhile.
  func prefetch(in context: ProviderContext) async
}

extension UpdateProvider {
  /// Does nothing.
  public func prefetch(in context: ProviderContext) async {}
}

/// A provider that updates a widget in place of its documents.
public enum WidgetProvider: Sendable {
  /// A provider of a timeline.
  case timeline(any TimelineProvider)
  /// A provider of the current content.
  case updates(any UpdateProvider)
}

/// The providers of widgets, by the names that manifests use: `"update": { "provider": "flight" }`.
public struct WidgetProviderRegistry: Sendable {
  /// Creates the provider of one instance.
  public typealias Factory = @Sendable () -> WidgetProvider

  private var factories: [String: Factory] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Registers a provider, replacing one of the same name. Each instance of a widget has its own.
  public mutating func register(_ name: String, _ make: @escaping Factory) { factories[name] = make }

  /// The factory of a provider.
  public subscript(name: String) -> Factory? { factories[name] }

  /// The names of all providers, sorted.
  public var names: [String] { factories.keys.sorted() }
}
