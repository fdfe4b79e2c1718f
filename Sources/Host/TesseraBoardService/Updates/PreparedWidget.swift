import TesseraBundles
package import TesseraLayout
import TesseraRuntime
import TesseraValues
package import TesseraViews

/// A widget whose views are prepared ahead of time. It runs only when the user interacts with it.
package struct PreparedWidget: ServedWidget {
  package let id: String
  let definition: WidgetDefinition
  let boards: BoardHost
  let updates: UpdateCoordinator

  package var name: String { definition.bundle.manifest.name }
  package var frameSources: [String] { definition.bundle.manifest.hosts.map(\.description) }

  package func makePresentation(size: Size, place: GridPlace?, languages: [String]) async -> any ServedPresentation {
    PreparedPresentation(
      id: id, boards: boards, updates: updates,
      window: DrawingWindow(size: size, place: place, languages: languages))
  }

  package func image(named name: String) async -> ServedImage? { await boards.widget(id)?.image(named: name) }

  package func remoteImage(url: String) async throws -> ServedImage {
    guard let widget = await boards.widget(id) else { throw WidgetUnavailable() }
    return try await widget.remoteImage(url: url)
  }
}
