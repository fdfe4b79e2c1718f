package import Foundation
import Synchronization
import TesseraBundles
package import TesseraLayout
package import TesseraRuntime
import TesseraServices
package import TesseraValues
package import TesseraViews

/// An instance of the runtime in this process. While somebody works on its documents, a newer instance takes its place.
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

  /// Shows an instance.
  package init(_ instance: Instance) {
    id = instance.id
    state = Mutex(State(instance: instance))
  }

  /// What is shown now.
  package var instance: Instance { state.withLock { $0.instance } }

  /// The widget's name.
  package var name: String { instance.name }

  /// The hosts of the manifest.
  package var frameSources: [String] { instance.definition.bundle.manifest.hosts.map(\.description) }

  /// Makes a live view that lives until it is closed.
  package func makePresentation(
    size: Size, place: GridPlace?, languages: [String]
  ) async throws -> any ServedPresentation {
    await makePresentation(DrawingWindow(size: size, place: place, languages: languages), numberingAfter: 0)
  }

  /// Makes a live view that lives until it is closed.
  package func makePresentation(_ window: DrawingWindow, numberingAfter last: Int) async -> any LivePresentation {
    let instance = instance
    let presentation = await instance.makePresentation(
      size: window.size, place: window.place, languages: window.languages, numberingAfter: last)
    let (current, problems) = state.withLock { state in
      state.presentations.removeAll { $0.presentation == nil }
      state.presentations.append(WeakPresentation(presentation: presentation))
      return (state.instance, state.problems)
    }
    // Another instance may have come meanwhile.
    if current !== instance { await presentation.reload(current) }
    if !problems.isEmpty { await presentation.show(problems) }
    return presentation
  }

  /// Shows another instance of the same widget in place of the one so far.
  /// - Parameter isFresh: whether its screens begin anew, because its data does.
  package func replace(with instance: Instance, isFresh: Bool = false) async {
    let presentations = change { state in
      state.instance = instance
      state.problems = []
    }
    for presentation in presentations { await presentation.reload(instance, isFresh: isFresh) }
  }

  /// Shows over the widget what is wrong with its documents.
  package func show(_ problems: [DocumentProblem]) async {
    for presentation in change({ $0.problems = problems }) { await presentation.show(problems) }
  }

  private func change(_ body: (inout State) -> Void) -> [Presentation] {
    state.withLock { state in
      body(&state)
      return state.presentations.compactMap(\.presentation)
    }
  }

  /// A picture of the bundle.
  package func image(named name: String) async -> ServedImage? {
    instance.image(named: name).map { ServedImage(bytes: $0.bytes, format: $0.format, checksum: $0.checksum) }
  }

  /// A picture from a host that the manifest names.
  package func remoteImage(url: String) async throws -> ServedImage {
    let image = try await instance.remoteImage(url: url)
    return ServedImage(bytes: image.bytes, format: image.format, checksum: image.checksum)
  }
}

extension InstanceWidget {
  /// What the instance is made of.
  package var definition: WidgetDefinition { instance.definition }

  /// Gives options values.
  package func setOptions(_ values: [String: Value]) { instance.setOptions(values) }

  /// Forgets what the widget wrote into options.
  package func removeOwnOptions(_ names: Set<String>) { instance.removeOwnOptions(names) }

  /// What the widget wrote into options.
  package func ownOptions() async -> [String: Value] { instance.ownOptions }

  /// Lets screens read another entry.
  package func show(_ entry: TimelineEntry?) { instance.show(entry) }

  /// Asks the instance for fresh content.
  package func answer(hasContent: Bool) async -> ProviderAnswer { await instance.answer(hasContent: hasContent) }

  /// Draws the instance out of sight.
  package func drawing(
    of entry: TimelineEntry?, at date: Date, in window: DrawingWindow
  ) async throws(DrawingFailure) -> WidgetDrawing {
    try await instance.drawing(of: entry, at: date, in: window)
  }

  /// Draws the instance without content.
  package func placeholder(in window: DrawingWindow) async throws(DrawingFailure) -> WidgetDrawing {
    try await instance.placeholder(in: window)
  }

  /// Shows an instance of other documents, with the data of the one so far as far as its model is the same.
  package func replace(with definition: WidgetDefinition) async throws -> Bool {
    let isModelNew = definition.model != self.definition.model
    await replace(with: try instance.successor(definition), isFresh: isModelNew)
    return isModelNew
  }

  /// Does nothing: presentations are closed by those who have them.
  package func stop() async {}
}

extension Presentation: LivePresentation {}
