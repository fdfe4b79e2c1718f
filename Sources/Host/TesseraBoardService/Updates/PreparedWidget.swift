import TesseraBundles
package import TesseraRuntime
package import TesseraValues
import TesseraViews

/// A widget whose views are prepared ahead of time. It runs only when the user interacts with it.
package struct PreparedWidget: ServedWidget {
  package let id: String
  let definition: WidgetDefinition
  let boards: BoardHost
  let updates: UpdateCoordinator

  package var name: String { definition.bundle.manifest.name }
  package var frameSources: [String] { definition.bundle.manifest.hosts.map(\.description) }

  package func makePresentation(_ window: DrawingWindow) async throws -> any ServedPresentation {
    if window.isForSettings {
      guard let widget = await boards.widget(id) else { throw WidgetUnavailable() }
      return try await widget.makePresentation(window)
    }
    var window = window
    // Drawings do not depend on the rest of the board.
    window.place = window.place.map { GridPlace(cells: $0.cells) }
    return PreparedPresentation(id: id, boards: boards, updates: updates, window: window)
  }

  package func image(named name: String) async -> ServedImage? { await boards.widget(id)?.image(named: name) }

  package func imageChecksum(named name: String) async -> Checksum? {
    await boards.widget(id)?.imageChecksum(named: name)
  }

  package func remoteImage(url: String) async throws -> ServedImage {
    guard let widget = await boards.widget(id) else { throw WidgetUnavailable() }
    return try await widget.remoteImage(url: url)
  }
}
