import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// A widget of which pages are shown what was drawn ahead. It comes to life when somebody uses it.
struct PreparedWidget: ServedWidget {
  let id: String
  let definition: WidgetDefinition
  let boards: BoardHost
  let updates: UpdateHost

  var name: String { definition.bundle.manifest.name }
  var frameSources: [String] { definition.bundle.manifest.hosts.map(\.description) }

  func makePresentation(size: Size, place: GridPlace?, languages: [String]) async -> any ServedPresentation {
    PreparedPresentation(
      id: id, boards: boards, updates: updates,
      window: DrawingWindow(size: size, place: place, languages: languages))
  }

  func image(named name: String) async -> ServedImage? { await boards.widget(id)?.image(named: name) }

  func remoteImage(url: String) async throws -> ServedImage {
    guard let widget = await boards.widget(id) else { throw PresentationRegistry.NoAnswer() }
    return try await widget.remoteImage(url: url)
  }
}
