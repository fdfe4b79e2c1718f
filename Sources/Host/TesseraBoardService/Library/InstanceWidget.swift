package import Foundation
import Synchronization
import TesseraBundles
package import TesseraRuntime
import TesseraServices
package import TesseraValues
import TesseraViews

/// A widget that runs in this process.
///
/// It is backed by an instance, which is replaced when the author edits the widget's documents.
package final class InstanceWidget: BoardWidget {
  private struct State {
    var instance: Instance
    var presentations: [WeakPresentation] = []
    var problems: [DocumentProblem] = []
  }

  private struct WeakPresentation {
    weak var presentation: Presentation?
  }

  private let state: Mutex<State>

  /// The instance's identity.
  package let id: String

  /// Creates a widget that shows an instance.
  package init(_ instance: Instance) {
    id = instance.id
    state = Mutex(State(instance: instance))
  }

  /// The current instance.
  package var instance: Instance { state.withLock { $0.instance } }

  /// The widget's name.
  package var name: String { instance.name }

  /// The hosts of the manifest.
  package var frameSources: [String] { instance.definition.bundle.manifest.hosts.map(\.description) }

  /// Creates a presentation.
  package func makePresentation(_ window: DrawingWindow) async throws -> any ServedPresentation {
    await makePresentation(window, numberingAfter: 0)
  }

  /// Creates a presentation.
  package func makePresentation(_ window: DrawingWindow, numberingAfter last: Int) async -> any LivePresentation {
    let instance = instance
    let screen = window.isForSettings ? instance.definition.bundle.manifest.board.settings?.value : nil
    let presentation = await instance.makePresentation(
      size: window.size, place: window.place, screen: screen, languages: window.languages, numberingAfter: last)
    let (current, problems) = state.withLock { state in
      state.presentations.removeAll { $0.presentation == nil }
      state.presentations.append(WeakPresentation(presentation: presentation))
      return (state.instance, state.problems)
    }
    // The instance may have been replaced meanwhile.
    if current !== instance { await presentation.reload(current) }
    if !problems.isEmpty { await presentation.show(problems) }
    return presentation
  }

  /// Replaces the instance, and reloads all presentations.
  /// - Parameter isFresh: Whether the screens start from the beginning, because the data does.
  package func replace(with instance: Instance, isFresh: Bool = false) async {
    let presentations = change { state in
      state.instance = instance
      state.problems = []
    }
    for presentation in presentations { await presentation.reload(instance, isFresh: isFresh) }
  }

  /// Shows problems of the documents over the widget.
  package func show(_ problems: [DocumentProblem]) async {
    for presentation in change({ $0.problems = problems }) { await presentation.show(problems) }
  }

  private func change(_ body: (inout State) -> Void) -> [Presentation] {
    state.withLock { state in
      body(&state)
      return state.presentations.compactMap(\.presentation)
    }
  }

  /// Returns an image of the bundle.
  package func image(named name: String) async -> ServedImage? {
    guard let image = instance.image(named: name), let bytes = instance.imageBytes(named: name) else { return nil }
    return ServedImage(bytes: bytes, format: image.format, checksum: image.checksum)
  }

  package func imageChecksum(named name: String) async -> Checksum? { instance.image(named: name)?.checksum }

  /// Loads an image from a host that the manifest lists.
  package func remoteImage(url: String) async throws -> ServedImage {
    let image = try await instance.remoteImage(url: url)
    return ServedImage(bytes: image.bytes, format: image.format, checksum: image.checksum)
  }
}

extension InstanceWidget {
  /// The definition of the instance.
  package var definition: WidgetDefinition { instance.definition }

  /// Sets the values of options.
  package func setOptions(_ values: [String: Value]) { instance.setOptions(values) }

  /// Removes the values that the widget wrote into options.
  package func removeOwnOptions(_ names: Set<String>) { instance.removeOwnOptions(names) }

  /// Returns the values that the widget wrote into options.
  package func ownOptions() async -> [String: Value] { instance.ownOptions }

  /// Sets the current timeline entry.
  package func show(_ entry: TimelineEntry?) { instance.show(entry) }

  /// Asks the instance for an update.
  package func answer(hasContent: Bool) async -> ProviderAnswer { await instance.answer(hasContent: hasContent) }

  /// Lets the provider of the instance fetch ahead.
  package func prefetch(hasContent: Bool) async { await instance.prefetch(hasContent: hasContent) }

  /// Draws the instance without a client.
  package func drawing(
    of entry: TimelineEntry?, at date: Date, in window: DrawingWindow
  ) async throws(DrawingFailure) -> WidgetDrawing {
    try await instance.drawing(of: entry, at: date, in: window)
  }

  /// Draws the instance without content.
  package func placeholder(in window: DrawingWindow) async throws(DrawingFailure) -> WidgetDrawing {
    try await instance.placeholder(in: window)
  }

  /// Replaces the documents. The data is preserved if the data model is unchanged.
  package func replace(with definition: WidgetDefinition) async throws -> Bool {
    let isModelNew = definition.model != self.definition.model
    await replace(with: try instance.replacing(definition: definition), isFresh: isModelNew)
    return isModelNew
  }

  /// Makes the instance anew.
  package func restart() async { await replace(with: instance.makeReset(), isFresh: true) }

  /// Does nothing, because the owners of presentations close them.
  package func stop() async {}
}

extension Presentation: LivePresentation {}
