public import Foundation
import TesseraServices
public import TesseraValues

/// What a provider is asked for.
public struct ProviderContext: Sendable {
  /// What people set the widget's options to.
  public let options: [String: Value]
  /// The date that the widget sees.
  public let date: Date
  /// Whether it is for a picture in a gallery, where examples do.
  public let isPreview: Bool
  /// Whether the host still shows what was answered last. Where it does not, for example because the answer came too late,
  /// `noData` would leave it with nothing.
  public let hasContent: Bool
  /// What waits by it: a virtual clock in tests.
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

  /// The body of an answer from a host that the manifest names.
  /// - Parameter url: absolute, or on the manifest's `base`.
  /// - Throws: where the host is not among those, does not answer, or answers with a status other than 2xx.
  public func data(from url: String) async throws -> [UInt8] { try await fetch(url) }
}

/// Knows what a widget shows when.
///
/// The host asks when the answers before say so, within the widget's budget. It draws each entry ahead, so that no code of the widget
/// runs when its date comes.
public protocol TimelineProvider: Sendable {
  /// What stands for content as long as there is none. Answers at once; texts are not readable.
  func placeholder(in context: ProviderContext) -> TimelineEntry
  /// What the widget shows now; an example does for a preview.
  func snapshot(in context: ProviderContext) async throws -> TimelineEntry
  /// What it shows from now on.
  /// - Throws: where that cannot be found out: what is shown stays, and the host tries again later.
  func timeline(in context: ProviderContext) async throws -> WidgetTimeline
}

/// Knows what a widget shows now, and nothing ahead.
public protocol UpdateProvider: Sendable {
  /// Looks for fresh content. Called once at a time; the answer counts within the host's deadline.
  func update(in context: ProviderContext) async -> UpdateResult
}

/// What answers for a widget in place of its documents.
public enum WidgetProvider: Sendable {
  /// Knows what is shown when.
  case timeline(any TimelineProvider)
  /// Knows what is shown now.
  case updates(any UpdateProvider)
}

/// What can answer for widgets, by the names that manifests use: `"update": { "provider": "flight" }`.
public struct WidgetProviderRegistry: Sendable {
  /// Makes the provider of one instance.
  public typealias Factory = @Sendable () -> WidgetProvider

  private var factories: [String: Factory] = [:]

  /// An empty registry.
  public init() {}

  /// Adds a provider; one of the same name is replaced. Each instance of a widget has its own.
  public mutating func register(_ name: String, _ make: @escaping Factory) { factories[name] = make }

  /// What makes the provider of a name.
  public subscript(name: String) -> Factory? { factories[name] }

  /// The names of all providers, sorted.
  public var names: [String] { factories.keys.sorted() }
}
